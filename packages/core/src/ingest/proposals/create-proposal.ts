import { InvalidSkillMd } from '@repertoire/skill-md'
import { isProblemError, ProblemError, throwIf } from '../../base/errors.ts'
import type { ConversationId, PendingRevisionId, RunId, TraceId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { CheckedContent, NewContent, Skill, SkillOrigin } from '../../domain/skill.ts'
import { type CatalogFact, recordChanges } from '../../keep/skills/catalog-deps.ts'
import { filesExceptSkillMd } from '../../keep/skills/package-files.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { ReviewStore } from '../../ports/reviews.ts'
import type { SkillStore } from '../../ports/skills.ts'
import type { TenantStore } from '../../ports/store.ts'
import { skillNotFound, slugTaken } from '../../ports/store-problems.ts'
import { checkPackage, type PackageCheckDeps } from '../checks/check-package.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { invalidSkillMd } from '../packages/package-problems.ts'
import { isValidProposal, rejectedBefore, tooManyProposals } from '../review/proposal-problems.ts'
import {
  candidateSlugs,
  composeFiles,
  composeSkillMd,
  type SkillDraftInput,
} from '../skills/compose-skill.ts'
import { requireIngested } from '../skills/create-skill.ts'
import { newProposal } from './new-proposal.ts'

/** The services needed to save a skill for an agent. */
export interface ProposalServices {
  readonly store: Pick<TenantStore, 'audit'> &
    PackageCheckDeps['store'] & {
      readonly reviews: Pick<ReviewStore, 'get' | 'list' | 'hold' | 'trustOf'>
      readonly skills: Pick<SkillStore, 'findBySlug' | 'save' | 'update' | 'content' | 'file'>
    }
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly judge: PackageCheckDeps['judge']
  readonly principal: Principal
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly traceId: TraceId
  readonly callId: string
  readonly settings: Pick<OrganisationSettings, 'agentSkillPolicy'>
  /** The conversation contains untrusted external content. */
  readonly untrustedInput: boolean
}

export type ProposalOutcome =
  /** Pending a decision by a person. */
  | { readonly status: 'proposed'; readonly held: PendingRevision }
  /** Saved as a skill of the person, or unchanged. */
  | { readonly status: 'saved' | 'unchanged'; readonly skill: Skill }

/** The origin of skills written by agents. */
export const agentOrigin: SkillOrigin = {
  sourceType: 'manual',
  sourceUrl: null,
  sourceRef: null,
  sourceId: null,
  provenance: 'agent',
}

/**
 * Stores a skill that an agent wants to save: as a proposal, or directly as a skill of the person where
 * the organisation's policy is `save`. Only new skills and skills that an agent made for this person are
 * saved directly, and only where nothing was found in them that a person has to see. Skills that people wrote or the organisation shares need a person's approval, and so does
 * everything once the conversation contains untrusted external content. The function is idempotent for one
 * call. Throws ProblemError: `auth.permission-missing`, the problems of {@link ingestPackage} with their
 * diagnostics, `proposal.too-many`, `proposal.rejected` for what a person rejected in this conversation.
 */
export async function createProposal(
  services: ProposalServices,
  draft: SkillDraftInput,
): Promise<ProposalOutcome> {
  throwIf(missingPermission(services.principal, 'skills.write'))
  const id = proposalIdOf(services, draft)
  const known = await services.store.reviews.get(id, audienceOf(services))
  if (known) return { status: 'proposed', held: known }
  const target = await targetOf(services, draft.name)
  const arrival = await ingestedContent(services, draft, target)
  if (target?.head.digest === arrival.facts.digest) return { status: 'unchanged', skill: target }
  const mayDecide = services.settings.agentSkillPolicy === 'save' && !services.untrustedInput
  const savesDirectly = mayDecide && (!target || isOwnedByAgent(target))
  const taken = savesDirectly ? await admitWithoutPerson(services, arrival, target) : null
  return taken
    ? saveNow(services, taken, target)
    : propose(services, { id, draft, target, arrival })
}

/** Null where the scan or a policy asks for a person's yes: an agent has none to give. */
async function admitWithoutPerson(
  services: ProposalServices,
  arrival: NewContent,
  before: Skill | null,
): Promise<CheckedContent | null> {
  try {
    return await checkPackage(services, { arrival, before, yes: null })
  } catch (error) {
    if (isProblemError(error) && error.problem.code === 'skill.findings-unacknowledged') return null
    throw error
  }
}

/** Deterministic, so that a call repeated after a crash proposes once; another text gives another id. */
function proposalIdOf(
  { sha256, conversationId, runId, callId }: ProposalServices,
  { name, description, instructions, whenToUse, allowedTools, resources, reason }: SkillDraftInput,
): PendingRevisionId {
  const written = [name, description, instructions, whenToUse, allowedTools, resources, reason]
  const hash = sha256(JSON.stringify([conversationId, runId, callId, ...written]))
  return `prp_${hash.slice(0, 32)}` as PendingRevisionId
}

async function targetOf({ store, principal }: ProposalServices, name: string) {
  for (const slug of candidateSlugs(name)) {
    const skill = await store.skills.findBySlug(principal.userId, slug)
    if (skill) return skill
  }
  return null
}

/** Disabled and archived skills belong to the person who disabled them. */
function isOwnedByAgent({ scope, origin, enabled }: Skill): boolean {
  return scope.kind === 'user' && origin.provenance === 'agent' && enabled
}

async function ingestedContent(
  { store, principal, sha256 }: ProposalServices,
  draft: SkillDraftInput,
  target: Skill | null,
): Promise<NewContent> {
  const { skills } = store
  const current = target && (await skills.content(principal.userId, target.id, target.head.digest))
  if (target && !current) throw skillNotFound(target.id)
  const kept = target ? await filesExceptSkillMd(skills, principal.userId, target) : []
  const source = composeSource(draft, current?.source ?? null)
  const outcome = ingestPackage(
    {
      files: composeFiles(source, draft.resources ?? [], { target, kept }),
      folderName: target?.slug,
      scope: { kind: 'user', userId: principal.userId },
      origin: agentOrigin,
      author: principal.userId,
      reason: draft.reason,
    },
    sha256,
  )
  const arrival = requireIngested(outcome)
  throwIf(isValidProposal(arrival))
  return target ? { ...arrival, slug: target.slug } : arrival
}

function composeSource(draft: SkillDraftInput, current: string | null): string {
  try {
    return composeSkillMd(draft, current)
  } catch (error) {
    if (!(error instanceof InvalidSkillMd)) throw error
    throw new ProblemError(invalidSkillMd(error.diagnostics))
  }
}

/** A concurrent change is a conflict that the model sees; it is never overwritten. */
async function saveNow(
  services: ProposalServices,
  arrival: CheckedContent,
  target: Skill | null,
): Promise<ProposalOutcome> {
  const { skills } = services.store
  if (target) {
    const viewer = services.principal.userId
    const skill = await skills.update(viewer, target.id, { arrival }, target.version)
    await recordChanges(services, services, [savedFact(services, 'skill-updated', skill)])
    return { status: 'saved', skill }
  }
  const [saved] = await skills.save([arrival], 'create')
  if (!saved) throw new Error('the store returned no outcome for an arrival')
  if (saved.status === 'conflict') throw slugTaken(saved.existing)
  await recordChanges(services, services, [savedFact(services, 'skill-created', saved.skill)])
  return { status: 'saved', skill: saved.skill }
}

function savedFact(
  { conversationId }: ProposalServices,
  action: 'skill-created' | 'skill-updated',
  skill: Skill,
): CatalogFact {
  const { slug, scope, head } = skill
  const made = { by: 'agent', conversation_id: conversationId }
  return {
    action,
    target: skill.id,
    details: { slug, scope: scope.kind, digest: head.digest, ...made },
  }
}

interface ProposeRequest {
  readonly id: PendingRevisionId
  readonly draft: SkillDraftInput
  readonly target: Skill | null
  readonly arrival: NewContent
}

/** Maximum pending proposals of one conversation. */
const maxPending = 50

async function propose(
  services: ProposalServices,
  { id, draft, target, arrival }: ProposeRequest,
): Promise<ProposalOutcome> {
  const { store, principal, conversationId, runId, traceId } = services
  const earlier = (state: 'held' | 'rejected') => {
    const those = { audience: audienceOf(services), states: [state], conversationId }
    return store.reviews.list(those, { limit: maxPending })
  }
  if ((await earlier('held')).items.length >= maxPending) throw tooManyProposals(maxPending)
  const rejected = await earlier('rejected')
  const same = rejected.items.find(({ digest }) => digest === arrival.facts.digest)
  if (same) throw rejectedBefore(same)
  const proposal = {
    ...{ person: principal.userId, conversationId, runId, offeredSkillId: null, traceId },
    ...{ scope: target?.scope.kind ?? null, reason: draft.reason ?? '' },
  }
  const item = await newProposal(services, { id, arrival, target, proposal })
  await store.reviews.hold([item])
  const details = {
    slug: arrival.slug,
    skill_id: target?.id ?? null,
    digest: arrival.facts.digest,
    conversation_id: conversationId,
  }
  await recordChanges(services, services, [{ action: 'proposal-created', target: id, details }])
  return { status: 'proposed', held: item.held }
}

function audienceOf({ principal }: Pick<ProposalServices, 'principal'>) {
  return { person: principal.userId, organisation: false }
}
