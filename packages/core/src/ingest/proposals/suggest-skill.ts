import { ProblemError, throwIf } from '../../base/errors.ts'
import type { ProposalId, RevisionDigest, SkillId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  type CatalogFact,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { filesExceptSkillMd } from '../../keep/skills/package-files.ts'
import type { Proposal } from '../../ports/proposals.ts'
import { skillNotFound } from '../../ports/store-problems.ts'
import {
  alreadyOffered,
  fileNotText,
  hasSecrets,
  notUserSkill,
  suggestionStale,
  tooManyOffers,
} from './suggestion-problems.ts'

export interface SuggestSkillRequest {
  readonly skillId: SkillId
  /** The head that the person saw; another head is refused. */
  readonly digest: RevisionDigest
  readonly reason: string
}

/** Maximum pending proposals of one person when they offer another skill. */
const maxPending = 100

/**
 * Offers a person's own skill to the organisation, as a proposal that an owner or admin decides. Accepting it
 * moves the skill with its revisions; when the organisation has the slug already, it changes that skill.
 * Throws ProblemError `skill.not-found`, `offer.not-personal`, `offer.stale`, `offer.pending`,
 * `offer.has-secrets`, `offer.file-not-text`, `offer.too-many`, `auth.permission-missing`.
 */
export async function suggestSkill(
  deps: CatalogDeps,
  actor: CatalogActor,
  { skillId, digest, reason }: SuggestSkillRequest,
): Promise<Proposal> {
  const { store, clock, ids } = deps
  const { userId } = actor.principal
  const skill = await store.skills.get(userId, skillId)
  if (!skill) throw skillNotFound(skillId)
  if (skill.scope.kind === 'org') throw notUserSkill(skill.slug)
  throwIf(skillWriteProblem(actor.principal, skill.scope))
  if (skill.head.digest !== digest) throw suggestionStale(skill.slug)
  await refuseSecrets(deps, skill.id)
  const target = (await organisationSkill(deps, actor, skill.slug)) ?? skill
  await refusePending(deps, actor, target.id)
  const content = await store.skills.content(userId, skill.id, digest)
  if (!content) throw skillNotFound(skillId)
  const proposal: Proposal = {
    id: ids.next('prp') as ProposalId,
    proposedFor: userId,
    conversationId: null,
    runId: null,
    traceId: actor.traceId,
    slug: skill.slug,
    name: skill.head.name,
    description: skill.head.description,
    skillId: target.id,
    skillScope: 'org',
    baseDigest: target.head.digest,
    source: content.source,
    resources: await textFiles(deps, actor, skill),
    reason,
    status: 'pending',
    createdAt: clock.now(),
    decidedBy: null,
    decidedAt: null,
    note: '',
  }
  await store.proposals.create(proposal)
  await recordChanges(deps, actor, [createdFact(proposal, skill)])
  return proposal
}

/** Throws ProblemError `offer.has-secrets`; acceptance checks it again together with the move. */
async function refuseSecrets(
  { store }: Pick<CatalogDeps, 'store'>,
  skillId: SkillId,
): Promise<void> {
  if ((await store.skillSecrets.list(skillId)).length > 0) throw hasSecrets(skillId)
}

async function organisationSkill(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  slug: string,
): Promise<Skill | null> {
  const { items } = await store.skills.list(principal.userId, { scope: 'org', slug }, { limit: 1 })
  return items[0] ?? null
}

async function refusePending(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  targetId: SkillId,
): Promise<void> {
  const audience = { person: principal.userId, organisation: false }
  const { items } = await store.proposals.list(
    { status: 'pending', audience },
    { limit: maxPending },
  )
  const same = items.find((one) => one.conversationId === null && one.skillId === targetId)
  if (same) throw alreadyOffered(same.id)
  if (items.length >= maxPending) throw tooManyOffers(maxPending)
}

/** Whoever decides reads every file, so a file that is not text cannot be offered. */
async function textFiles(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  skill: Skill,
): Promise<Proposal['resources']> {
  const files = await filesExceptSkillMd(store.skills, principal.userId, skill)
  return files.map(({ path, bytes }) => {
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      return { path, content: decoder.decode(bytes) }
    } catch {
      throw new ProblemError(fileNotText(path))
    }
  })
}

function createdFact(proposal: Proposal, offered: Skill): CatalogFact {
  const { id, slug, skillId } = proposal
  const details = {
    slug,
    skill_id: skillId,
    digest: offered.head.digest,
    offered_skill_id: offered.id,
  }
  return { action: 'proposal-created', target: id, details }
}
