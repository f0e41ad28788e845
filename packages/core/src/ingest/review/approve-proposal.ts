import { ProblemError, throwIf } from '../../base/errors.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { RevisionProposal } from '../../domain/revision-proposal.ts'
import type { NewContent, Skill, SkillScope, SkillScopeKind } from '../../domain/skill.ts'
import {
  auditEntries,
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
  scopeFor,
} from '../../keep/skills/catalog-deps.ts'
import { checkPackage } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { requireIngested } from '../skills/create-skill.ts'
import type { ApprovedRevision, ApproveRevisionRequest } from './approval-request.ts'
import { decidedProblem } from './decide-revision.ts'
import { proposalFact } from './proposal-fact.ts'
import { hasSecrets, proposalStale, scopeFixed } from './proposal-problems.ts'
import { revisionNotFound } from './review-problems.ts'
import { keepSuppressions } from './suppress-findings.ts'

export interface WaitingProposal {
  readonly held: PendingRevision
  readonly proposal: RevisionProposal
  readonly request: ApproveRevisionRequest
}

/**
 * Writes the skill of a proposal together with the decision, through the pipeline of every way in. Throws ProblemError
 * `proposal.decided`, `proposal.stale`, `proposal.scope-fixed`, `offer.has-secrets`, those of {@link skillWriteProblem},
 * {@link ingestPackage} and {@link checkPackage}.
 */
export async function approveProposal(
  deps: JudgingDeps,
  actor: CatalogActor,
  { held, proposal, request }: WaitingProposal,
): Promise<ApprovedRevision> {
  const { store, clock } = deps
  const wanted = request.scope ?? proposal.scope ?? 'user'
  if (proposal.scope !== null && wanted !== proposal.scope) throw new ProblemError(scopeFixed)
  const scope = scopeOf(proposal, actor.principal, wanted)
  throwIf(skillWriteProblem(actor.principal, scope))
  const made = await contentOf(deps, actor, { held, proposal, scope })
  const yes = { actor, digests: request.acknowledged ?? [request.digest] }
  const arrival = await checkPackage(deps, { arrival: made.arrival, before: made.target, yes })
  const outcome = await store.reviews.approve(held.id, {
    ...{ by: actor.principal.userId, note: request.note, now: clock.now() },
    ...{ arrival, expectedHead: held.baseDigest },
    enable: request.enable ?? (held.skillId === null ? true : undefined),
    auditOf: ({ held: accepted, skill: { id, head } }) => {
      const more = { skill_id: id, digest: head.digest }
      return auditEntries(deps, actor, [proposalFact('proposal-accepted', accepted, more)])
    },
  })
  if (outcome.status === 'decided') throw new ProblemError(await decidedProblem(deps, actor, held))
  if (outcome.status === 'has-secrets') throw hasSecrets(outcome.skillId)
  if (outcome.status === 'stale') {
    await recordChanges(deps, actor, [proposalFact('proposal-stale', held)])
    throw new ProblemError(proposalStale({ id: held.id, slug: held.slug }))
  }
  await keepSuppressions(deps, held, outcome.skill.id)
  return { ...outcome, conflictingSkill: null }
}

function scopeOf(
  { scope, person }: RevisionProposal,
  principal: Principal,
  wanted: SkillScopeKind,
): SkillScope {
  if (scope === null) return scopeFor(wanted, principal)
  return scope === 'org' ? { kind: 'org' } : { kind: 'user', userId: person }
}

/**
 * A new skill has the origin that it was proposed with; a change keeps the origin of its skill, so that approving a change
 * never exposes a person's skill to the curator.
 */
async function contentOf(
  { store, sha256 }: CatalogDeps,
  { principal }: CatalogActor,
  {
    held,
    proposal,
    scope,
  }: Pick<WaitingProposal, 'held' | 'proposal'> & { readonly scope: SkillScope },
): Promise<{ readonly arrival: NewContent; readonly target: Skill | null }> {
  const { skillId, slug } = held
  const moved = await offeredSkill({ store }, held)
  const viewer = moved ? proposal.person : principal.userId
  const target = moved ?? (skillId === null ? null : await store.skills.get(viewer, skillId))
  const files = await store.reviews.files(held.id, 'server')
  if (!files) throw new ProblemError(revisionNotFound)
  const outcome = ingestPackage(
    {
      ...{ files, folderName: slug, scope, origin: target ? target.origin : held.origin },
      author: proposal.conversationId === null ? proposal.person : viewer,
      reason: revisionReason(proposal),
    },
    sha256,
  )
  return { arrival: { ...requireIngested(outcome), slug }, target }
}

/** The person's own skill that approving an offer moves; null when it changes or creates another. */
export async function offeredSkill(
  { store }: Pick<CatalogDeps, 'store'>,
  { proposal, skillId }: Pick<PendingRevision, 'proposal' | 'skillId'>,
): Promise<Skill | null> {
  if (proposal?.conversationId !== null || skillId === null) return null
  const skill = await store.skills.get(proposal.person, skillId)
  return skill?.scope.kind === 'user' ? skill : null
}

function revisionReason({ conversationId, reason }: RevisionProposal): string {
  const by = conversationId === null ? 'Offered to the organisation' : 'Proposed by an agent'
  return reason === '' ? `${by}.` : `${by}: ${reason}`
}
