import { ProblemError, throwIf } from '../../base/errors.ts'
import type { ProposalId, RevisionDigest } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import { isAdministrator, missingPermission, skillWriteProblem } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { NewContent, Skill, SkillScope, SkillScopeKind } from '../../domain/skill.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  type CatalogFact,
  recordChanges,
  scopeFor,
} from '../../keep/skills/catalog-deps.ts'
import { filesExceptSkillMd } from '../../keep/skills/package-files.ts'
import type { Proposal, ProposalAudience, ProposalStore } from '../../ports/proposals.ts'
import { checkPackage } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { composeFiles } from '../skills/compose-skill.ts'
import { requireIngested } from '../skills/create-skill.ts'
import { agentOrigin } from './create-proposal.ts'
import {
  proposalDecided,
  proposalNotFound,
  proposalStale,
  scopeFixed,
} from './proposal-problems.ts'
import { hasSecrets } from './suggestion-problems.ts'

export interface AcceptProposalRequest {
  readonly id: ProposalId
  /** Scope of a new skill; default: the person's own. A change keeps the scope of the skill. */
  readonly scope?: SkillScopeKind | undefined
  readonly note: string
  /** Digests whose findings the person saw. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
}

export interface RejectProposalRequest {
  readonly id: ProposalId
  readonly note: string
}

/** The visible proposals: the person's own; for owners and admins also every change of an organisation skill. */
export function proposalAudience({ userId, role }: Principal): ProposalAudience {
  return { person: userId, organisation: isAdministrator(role) }
}

/** Throws ProblemError `proposal.not-found` for missing and invisible proposals. */
export async function visibleProposal(
  proposals: Pick<ProposalStore, 'get'>,
  principal: Principal,
  id: ProposalId,
): Promise<Proposal> {
  const proposal = await proposals.get(id)
  const { person, organisation } = proposalAudience(principal)
  const isVisible =
    proposal?.proposedFor === person || (organisation && proposal?.skillScope === 'org')
  if (!proposal || !isVisible) throw new ProblemError(proposalNotFound)
  return proposal
}

/**
 * Accepts a proposal: writes its skill together with the decision, through the ingestion pipeline. Of concurrent decisions
 * the first wins. Throws ProblemError `proposal.not-found`, `proposal.decided`, `proposal.stale`, `proposal.scope-fixed`,
 * `offer.has-secrets`, those of {@link skillWriteProblem}, {@link ingestPackage} and {@link checkPackage}.
 */
export async function acceptProposal(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: AcceptProposalRequest,
): Promise<{ readonly proposal: Proposal; readonly skill: Skill }> {
  const { store, clock } = deps
  const pending = await openProposal(deps, actor, request.id)
  if (pending.skillScope !== null && (request.scope ?? pending.skillScope) !== pending.skillScope) {
    throw new ProblemError(scopeFixed)
  }
  const scope = scopeOf(pending, actor.principal, request.scope)
  throwIf(skillWriteProblem(actor.principal, scope))
  const made = await ingestedContent(deps, actor, { proposal: pending, scope })
  const yes = { actor, digests: request.acknowledged ?? [] }
  const arrival = await checkPackage(deps, { arrival: made.arrival, before: made.target, yes })
  const decision = { by: actor.principal.userId, note: request.note, now: clock.now() }
  const outcome = await store.proposals.accept(pending.id, { ...decision, arrival })
  if (outcome.status === 'decided') throw await alreadyDecided(deps, actor, pending.id)
  if (outcome.status === 'has-secrets') throw hasSecrets(outcome.skillId)
  if (outcome.status === 'stale') {
    await recordChanges(deps, actor, [factOf('proposal-stale', pending)])
    throw new ProblemError(proposalStale({ id: pending.id, slug: pending.slug }))
  }
  const { proposal, skill } = outcome
  await recordChanges(deps, actor, [
    factOf('proposal-accepted', proposal, { skill_id: skill.id, digest: skill.head.digest }),
  ])
  return { proposal, skill }
}

/** Throws ProblemError `proposal.not-found`, `proposal.decided`, `auth.permission-missing`. */
export async function rejectProposal(
  deps: CatalogDeps,
  actor: CatalogActor,
  { id, note }: RejectProposalRequest,
): Promise<Proposal> {
  throwIf(missingPermission(actor.principal, 'skills.write'))
  const pending = await openProposal(deps, actor, id)
  const decision = { by: actor.principal.userId, note, now: deps.clock.now() }
  const rejected = await deps.store.proposals.reject(pending.id, decision)
  if (!rejected) throw await alreadyDecided(deps, actor, id)
  await recordChanges(deps, actor, [factOf('proposal-rejected', rejected)])
  return rejected
}

/**
 * Takes back an offer of the actor. Throws ProblemError `proposal.not-found`, `proposal.decided`,
 * `auth.permission-missing`.
 */
export async function cancelProposal(
  deps: CatalogDeps,
  actor: CatalogActor,
  { id, note }: RejectProposalRequest,
): Promise<Proposal> {
  throwIf(missingPermission(actor.principal, 'skills.write'))
  const pending = await openProposal(deps, actor, id)
  const by = actor.principal.userId
  if (pending.proposedFor !== by) throw new ProblemError(proposalNotFound)
  const decision = { by, note, now: deps.clock.now() }
  const withdrawn = await deps.store.proposals.reject(pending.id, decision, 'withdrawn')
  if (!withdrawn) throw await alreadyDecided(deps, actor, id)
  await recordChanges(deps, actor, [factOf('proposal-withdrawn', withdrawn)])
  return withdrawn
}

/** The person's own skill that accepting the proposal moves; null when it changes or creates another. */
export async function offeredSkill(
  { store }: Pick<CatalogDeps, 'store'>,
  proposal: Pick<Proposal, 'conversationId' | 'skillId' | 'proposedFor'>,
): Promise<Skill | null> {
  if (!isOffer(proposal) || proposal.skillId === null) return null
  const skill = await store.skills.get(proposal.proposedFor, proposal.skillId)
  return skill?.scope.kind === 'user' ? skill : null
}

/**
 * The paths that accepting the proposal removes from the skill it changes, in the skill's order: an offer is a whole
 * package, whereas a change by an agent leaves the files that it does not name.
 */
export function filesRemovedBy(
  proposal: Pick<Proposal, 'conversationId' | 'resources'>,
  { head }: Pick<Skill, 'head'>,
): readonly string[] {
  if (!isOffer(proposal)) return []
  const offered = new Set(['SKILL.md', ...proposal.resources.map(({ path }) => path)])
  return head.manifest.map(({ path }) => path).filter((path) => !offered.has(path))
}

function isOffer({ conversationId }: Pick<Proposal, 'conversationId'>): boolean {
  return conversationId === null
}

function revisionReason(proposal: Proposal): string {
  const by = isOffer(proposal) ? 'Offered to the organisation' : 'Proposed by an agent'
  return proposal.reason === '' ? `${by}.` : `${by}: ${proposal.reason}`
}

async function openProposal(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  id: ProposalId,
): Promise<Proposal> {
  const proposal = await visibleProposal(store.proposals, principal, id)
  if (proposal.status === 'pending') return proposal
  throw new ProblemError(closedProblem(proposal))
}

async function alreadyDecided(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  id: ProposalId,
): Promise<ProblemError> {
  return new ProblemError(closedProblem(await visibleProposal(store.proposals, principal, id)))
}

function closedProblem({ id, slug, status }: Proposal) {
  return status === 'stale' ? proposalStale({ id, slug }) : proposalDecided(status)
}

function scopeOf(
  { skillScope, proposedFor }: Proposal,
  principal: Principal,
  wanted: SkillScopeKind = 'user',
): SkillScope {
  if (skillScope === null) return scopeFor(wanted, principal)
  return skillScope === 'org' ? { kind: 'org' } : { kind: 'user', userId: proposedFor }
}

/**
 * A new skill has the origin `agent`; a change keeps the origin of its skill, so that approving a change never exposes a
 * person's skill to the curator.
 */
async function ingestedContent(
  { store, sha256 }: CatalogDeps,
  { principal }: CatalogActor,
  { proposal, scope }: { readonly proposal: Proposal; readonly scope: SkillScope },
): Promise<{ readonly arrival: NewContent; readonly target: Skill | null }> {
  const { skillId, slug, source, resources } = proposal
  const moved = await offeredSkill({ store }, proposal)
  const viewer = moved ? proposal.proposedFor : principal.userId
  const target = moved ?? (skillId === null ? null : await store.skills.get(viewer, skillId))
  const removed = target ? filesRemovedBy(proposal, target) : []
  const known = target ? await filesExceptSkillMd(store.skills, viewer, target) : []
  const kept = known.filter(({ path }) => !removed.includes(path))
  const outcome = ingestPackage(
    {
      files: composeFiles(source, resources, { target, kept }),
      folderName: slug,
      scope,
      origin: target ? target.origin : agentOrigin,
      author: isOffer(proposal) ? proposal.proposedFor : viewer,
      reason: revisionReason(proposal),
    },
    sha256,
  )
  return { arrival: { ...requireIngested(outcome), slug }, target }
}

function factOf(
  action: Extract<CatalogFact['action'], `proposal-${string}`>,
  { id, slug, skillId, proposedFor, conversationId, runId, traceId }: Proposal,
  more: JsonObject = {},
): CatalogFact {
  return {
    action,
    target: id,
    details: {
      slug,
      skill_id: skillId,
      proposed_for: proposedFor,
      conversation_id: conversationId,
      run_id: runId,
      run_trace_id: traceId,
      ...more,
    },
  }
}
