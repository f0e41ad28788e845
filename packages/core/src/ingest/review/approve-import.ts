import { folderNameOf } from '@repertoire/skill-md'
import { type Problem, ProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { NewContent, Skill } from '../../domain/skill.ts'
import {
  auditEntries,
  type CatalogActor,
  type CatalogDeps,
} from '../../keep/skills/catalog-deps.ts'
import type { ApprovedSkill } from '../../ports/reviews.ts'
import { checked } from '../checks/check-package.ts'
import type { JudgingDeps, WaitingTrust } from '../checks/package-assessor.ts'
import { scanReasons } from '../checks/review-needs.ts'
import { rejectRevokedOrigin } from '../origin/reject-revoked-origin.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { requireIngested } from '../skills/create-skill.ts'
import { approvalProblem } from './approval-problem.ts'
import type { ApprovedRevision, ApproveRevisionRequest } from './approval-request.ts'
import { currentTrust } from './current-trust.ts'
import { freeSlug } from './free-slug.ts'
import { importDecided, importStale, revisionNotFound, skillDetached } from './review-problems.ts'
import { keepSuppressions } from './suppress-findings.ts'
import { isEditedHere } from './upstream-content.ts'

/**
 * Makes a skill, or a revision, of an import that a person has read, judged by the rules of now. A new skill whose slug is
 * taken gets a {@link freeSlug}, which is written into its SKILL.md. Throws ProblemError `arrival.decided`,
 * `arrival.stale`, `arrival.detached`, those of {@link approvalProblem}, of {@link skillWriteProblem}, and of
 * {@link ingestPackage}.
 */
export async function approveImport(
  deps: JudgingDeps,
  actor: CatalogActor,
  { held, request }: { readonly held: PendingRevision; readonly request: ApproveRevisionRequest },
): Promise<ApprovedRevision> {
  const { store } = deps
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  await rejectRevokedOrigin(store.advisories, held.origin)
  const trust = await currentTrust(deps, held)
  const problem = approvalProblem({ slug: held.slug, trust }, request.note)
  throwIf(problem)
  const skill = await skillOf(deps, actor, held)
  if (skill && !request.overwriteEdits && (await isEdited(deps, held, skill))) {
    throw new ProblemError(skillDetached(skill))
  }
  const approved = await writeApproved(deps, actor, { held, skill, request, problem, trust })
  await keepSuppressions(deps, held, approved.skill.id)
  if (!trust.lift) await acknowledgeFindings(deps, actor, { trust, note: request.note, approved })
  // A slug written into it changes the digest; the yes to the content holds.
  if (trust.lift) await carryLift(deps, held, approved.skill.head.digest)
  return approved
}

function approvalFact({ held, trust }: Pick<Approving, 'held' | 'trust'>, skill: Skill) {
  const { slug, digest, sourceId, sourceVersion } = held
  const details = {
    ...{ slug: skill.slug, came_as: slug },
    ...{ digest, arrival_id: held.id, source_id: sourceId, version: sourceVersion },
    ...{ verdict: trust.scan.verdict, licence: held.licence, enabled: skill.enabled },
  }
  return { action: 'arrival-approved', target: skill.id, details } as const
}

interface Approving {
  readonly held: PendingRevision
  /** Null for a new one. */
  readonly skill: Skill | null
  readonly request: ApproveRevisionRequest
  /** Why nobody may approve it, as it was judged just now. */
  readonly problem: Problem | undefined
  readonly trust: WaitingTrust
}

/** How often another slug is looked for, because somebody took the free one meanwhile. */
const maxPlacings = 5

async function writeApproved(
  deps: CatalogDeps,
  actor: CatalogActor,
  { held, skill, problem, trust, request: { note, enable } }: Approving,
): Promise<ApprovedRevision> {
  const { store, clock } = deps
  const by = { by: actor.principal.userId, note, now: clock.now() }
  const expectedHead = skill?.head.digest ?? null
  const auditOf = (approved: ApprovedSkill) =>
    auditEntries(deps, actor, [approvalFact({ held, trust }, approved.skill)])
  for (let placing = 0; placing < maxPlacings; placing += 1) {
    const { arrival, conflictingSkill } = await placedArrival(deps, actor, { held, skill })
    const content = { arrival: checked(arrival, problem), expectedHead, enable }
    const outcome = await store.reviews.approve(held.id, { ...by, ...content, auditOf })
    if (outcome.status === 'approved') return { ...outcome, conflictingSkill }
    if (outcome.status === 'decided') {
      throw new ProblemError(importDecided({ ...held, state: 'approved' }))
    }
    if (skill) break
  }
  throw new ProblemError(importStale(held))
}

/** Whoever edits the skill later is not asked about what its reviewer read. */
async function acknowledgeFindings(
  { store, clock }: JudgingDeps,
  { principal }: CatalogActor,
  {
    trust: { scan },
    note,
    approved: { skill },
  }: {
    readonly trust: WaitingTrust
    readonly note: string
    readonly approved: ApprovedRevision
  },
): Promise<void> {
  const findings = [...scanReasons(scan)]
  if (findings.length === 0) return
  await store.reviews.acknowledge({
    ...{ digest: skill.head.digest, verdict: scan.verdict, findings, reason: note },
    ...{ by: principal.userId, at: clock.now(), isForAll: false },
  })
}

async function carryLift(
  { store }: JudgingDeps,
  held: PendingRevision,
  digest: RevisionDigest,
): Promise<void> {
  const known = await store.reviews.acknowledgements(held.digest)
  for (const one of known) if (one.isForAll) await store.reviews.acknowledge({ ...one, digest })
}

/** The skill that the arrival updates; null for a new one, also where the old one was deleted. */
async function skillOf(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  { skillId }: PendingRevision,
): Promise<Skill | null> {
  return skillId === null ? null : store.skills.get(principal.userId, skillId)
}

/** Before the arrival came, or since. */
async function isEdited(deps: CatalogDeps, held: PendingRevision, skill: Skill): Promise<boolean> {
  return isEditedHere(deps, skill, held.isDetached ? null : held.baseDigest)
}

async function placedArrival(
  deps: CatalogDeps,
  actor: CatalogActor,
  { held, skill }: Pick<Approving, 'held' | 'skill'>,
): Promise<{ readonly arrival: NewContent; readonly conflictingSkill: Skill | null }> {
  const { store, sha256 } = deps
  const { userId } = actor.principal
  const files = await store.reviews.files(held.id, 'imports')
  if (!files) throw new ProblemError(revisionNotFound)
  const request = {
    ...{ files, folderName: folderNameOf(held.entryId), scope: { kind: 'org' as const } },
    ...{ origin: held.origin, author: userId, enabled: false },
    reason: `Approved from ${held.origin.sourceUrl ?? held.entryId}`,
  }
  const arrivalAs = (slug: string | undefined) =>
    requireIngested(ingestPackage({ ...request, overrides: { slug } }, sha256))
  if (skill) return { arrival: arrivalAs(skill.slug), conflictingSkill: null }
  const arrival = arrivalAs(undefined)
  const { slug, conflictingSkill } = await freeSlug(store, userId, arrival)
  return { arrival: conflictingSkill ? arrivalAs(slug) : arrival, conflictingSkill }
}
