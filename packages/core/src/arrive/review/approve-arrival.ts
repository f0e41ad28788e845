import { folderNameOf } from '@repertoire/skill-md'
import { ProblemError, refuseIf } from '../../base/errors.ts'
import type { HeldArrivalId, RevisionDigest } from '../../base/ids.ts'
import type { HeldArrival } from '../../domain/held-arrival.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill, UnjudgedArrival } from '../../domain/skill.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { admitted } from '../admission/admit.ts'
import type { JudgingDeps } from '../admission/arrival-judge.ts'
import { placeArrival } from '../import/place-arrival.ts'
import { type ArrivalOutcome, createArrival } from '../packages/arrival.ts'
import { acceptedArrival } from '../skills/create-skill.ts'
import { approvalProblem } from './approval-problem.ts'
import { currentTrust } from './current-trust.ts'
import {
  arrivalChanged,
  arrivalDecided,
  arrivalNotFound,
  arrivalSlugHeld,
  arrivalStale,
  skillDetached,
} from './review-problems.ts'

export interface ApproveArrivalRequest {
  readonly id: HeldArrivalId
  /** What the reviewer read. */
  readonly digest: RevisionDigest
  /** Whether agents may use it from now on; undefined leaves an update's skill as it is, and a new one off. */
  readonly enable: boolean | undefined
  /** Replace what was edited here. */
  readonly overwriteEdits: boolean
  /** Why; needed where a part could not be scanned. */
  readonly note: string
}

/**
 * Makes a skill, or a revision, of an arrival that a person has read: exactly the bytes of the digest, through the
 * pipeline of every way in, judged by the rules of now. Of concurrent decisions the first wins. Throws ProblemError `arrival.not-found`,
 * `arrival.decided`, `arrival.changed`, `arrival.stale`, `arrival.detached`, those of {@link approvalProblem}, of
 * {@link skillWriteProblem}, and of {@link placeArrival}.
 */
export async function approveArrival(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: ApproveArrivalRequest,
): Promise<{ readonly held: HeldArrival; readonly skill: Skill }> {
  const { store, clock } = deps
  refuseIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const held = await store.reviews.get(request.id)
  if (!held) throw new ProblemError(arrivalNotFound)
  if (held.state !== 'held') throw new ProblemError(arrivalDecided(held))
  if (held.digest !== request.digest) throw new ProblemError(arrivalChanged(held))
  const trust = await currentTrust(deps, held)
  const problem = approvalProblem({ slug: held.slug, trust }, request.note)
  refuseIf(problem)
  const skill = await skillOf(deps, actor, held)
  if (skill && isEdited(held, skill) && !request.overwriteEdits) {
    throw new ProblemError(skillDetached(skill))
  }
  const arrival = admitted(await arrivalOf(deps, actor, { held, skill }), problem)
  const outcome = await store.reviews.approve(held.id, {
    ...{ by: actor.principal.userId, note: request.note, now: clock.now() },
    ...{ arrival, expectedHead: skill?.head.digest ?? null, enable: request.enable },
  })
  if (outcome.status === 'stale') {
    const holder = outcome.skill
    const isOther = holder !== null && holder.id !== skill?.id
    throw new ProblemError(isOther ? arrivalSlugHeld(held, holder) : arrivalStale(held))
  }
  if (outcome.status === 'decided')
    throw new ProblemError(arrivalDecided({ ...held, state: 'approved' }))
  // A slug written into it changes the digest; the yes to the content holds.
  if (trust.isLifted) await carryLift(deps, held, arrival.facts.digest)
  const { slug, digest, sourceId, sourceVersion } = held
  const details = {
    ...{ slug, digest, arrival_id: held.id, source_id: sourceId, version: sourceVersion },
    ...{ verdict: trust.scan.verdict, licence: held.licence, enabled: outcome.skill.enabled },
  }
  await recordChanges(deps, actor, [
    { action: 'arrival-approved', target: outcome.skill.id, details },
  ])
  return outcome
}

async function carryLift(
  { store }: JudgingDeps,
  held: HeldArrival,
  digest: RevisionDigest,
): Promise<void> {
  const known = await store.reviews.acknowledgements(held.digest)
  for (const one of known) if (one.isForAll) await store.reviews.acknowledge({ ...one, digest })
}

/** The skill that the arrival updates; null for a new one, also where the old one was deleted. */
async function skillOf(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  { skillId }: HeldArrival,
): Promise<Skill | null> {
  return skillId === null ? null : store.skills.get(principal.userId, skillId)
}

/** Before the arrival came, or since. */
function isEdited(held: HeldArrival, skill: Skill): boolean {
  return held.isDetached || skill.head.digest !== held.baseDigest
}

async function arrivalOf(
  deps: CatalogDeps,
  actor: CatalogActor,
  { held, skill }: { readonly held: HeldArrival; readonly skill: Skill | null },
): Promise<UnjudgedArrival> {
  const files = await deps.store.reviews.files(held.id)
  if (!files) throw new ProblemError(arrivalNotFound)
  const arrival = {
    ...{ files, folderName: folderNameOf(held.entryId), scope: { kind: 'org' as const } },
    ...{ origin: held.origin, author: actor.principal.userId, enabled: false },
    reason: `Approved from ${held.origin.sourceUrl ?? held.entryId}`,
  }
  const outcome: ArrivalOutcome = skill
    ? createArrival({ ...arrival, overrides: { slug: skill.slug } }, deps.sha256)
    : (await placeArrival(deps, actor, { arrival, overwrite: false })).outcome
  return acceptedArrival(outcome)
}
