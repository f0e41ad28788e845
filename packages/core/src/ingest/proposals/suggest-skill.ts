import { ProblemError, throwIf } from '../../base/errors.ts'
import type { PendingRevisionId, RevisionDigest, SkillId } from '../../base/ids.ts'
import { proposalKinds } from '../../domain/inbox-entry.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { PackageFile, Skill } from '../../domain/skill.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  type CatalogFact,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import { skillNotFound } from '../../ports/store-problems.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { hasSecrets } from '../review/proposal-problems.ts'
import { requireIngested } from '../skills/create-skill.ts'
import { newProposal } from './new-proposal.ts'
import {
  alreadyOffered,
  fileNotText,
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
  deps: JudgingDeps,
  actor: CatalogActor,
  { skillId, digest, reason }: SuggestSkillRequest,
): Promise<PendingRevision> {
  const { store, ids, sha256 } = deps
  const { userId } = actor.principal
  const skill = await store.skills.get(userId, skillId)
  if (!skill) throw skillNotFound(skillId)
  if (skill.scope.kind === 'org') throw notUserSkill(skill.slug)
  throwIf(skillWriteProblem(actor.principal, skill.scope))
  if (skill.head.digest !== digest) throw suggestionStale(skill.slug)
  await refuseSecrets(deps, skill.id)
  const target = (await organisationSkill(deps, actor, skill.slug)) ?? skill
  await refusePending(deps, actor, { skill, target })
  const files = await textFiles(deps, actor, skill)
  const { slug, origin } = skill
  const outcome = ingestPackage(
    { files, folderName: slug, scope: { kind: 'org' }, origin, author: userId, reason },
    sha256,
  )
  const item = await newProposal(deps, {
    id: ids.next('prp') as PendingRevisionId,
    arrival: { ...requireIngested(outcome), slug },
    target,
    proposal: {
      ...{
        person: userId,
        conversationId: null,
        runId: null,
        offeredSkillId: skill.id,
        traceId: actor.traceId,
      },
      ...{ scope: 'org', reason },
    },
  })
  await store.reviews.hold([item])
  await recordChanges(deps, actor, [createdFact(item.held, skill)])
  return item.held
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
  { skill, target }: { readonly skill: Skill; readonly target: Skill },
): Promise<void> {
  const audience = { person: principal.userId, organisation: false }
  const { items } = await store.reviews.list(
    { audience, states: ['held'], kinds: proposalKinds },
    { limit: maxPending },
  )
  const same = items.find(({ proposal, skillId }) => {
    if (proposal?.conversationId !== null) return false
    // An offer of an earlier release does not say whose text it is.
    const offered = proposal.offeredSkillId
    return offered === null ? skillId === target.id : offered === skill.id
  })
  if (same) throw alreadyOffered(same.id)
  if (items.length >= maxPending) throw tooManyOffers(maxPending)
}

/** Whoever decides reads every file, so a file that is not text cannot be offered. */
async function textFiles(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  skill: Skill,
): Promise<readonly PackageFile[]> {
  const revision = { id: skill.id, revision: skill.head }
  const files = await filesOfRevision(store.skills, principal.userId, revision)
  for (const { path, bytes } of files) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw new ProblemError(fileNotText(path))
    }
  }
  return files
}

function createdFact(
  { id, slug, skillId }: Pick<PendingRevision, 'id' | 'slug' | 'skillId'>,
  offered: Skill,
): CatalogFact {
  const details = {
    slug,
    skill_id: skillId,
    digest: offered.head.digest,
    offered_skill_id: offered.id,
  }
  return { action: 'proposal-created', target: id, details }
}
