import {
  heldAdditions,
  isSuperseded,
  isTakenBack,
  replacedNote,
  takenBackNote,
} from '../arrive/review/hold-arrivals.ts'
import { type ArrivalApproval, planApproval } from '../arrive/review/plan-approval.ts'
import type { SkillId, SourceId } from '../base/ids.ts'
import type { ArrivalToHold, HeldArrival } from '../domain/held-arrival.ts'
import { type IgnoredEntry, ignoredNote, isIgnored } from '../domain/ignored-entry.ts'
import type { SkillArrival } from '../domain/skill.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import type { TakenBack } from '../ports/sources.ts'
import { enforceQuota } from './in-memory-quotas.ts'
import { applySkillWrites, slugHolder } from './in-memory-skill-writes.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'

export interface HeldWrites {
  readonly tenant: InMemoryTenant
  readonly clock: Clock
  readonly ids: IdSource
  readonly notify: Notify
}

/** Holds arrivals, and supersedes the undecided ones of the same entries. */
export function applyHeld({ tenant, clock }: HeldWrites, items: readonly ArrivalToHold[]): void {
  const fresh = items.filter(({ held }) => !tenant.heldArrivals.has(held.id))
  enforceQuota(
    tenant,
    heldAdditions(
      fresh.map(({ held }) => held),
      clock.now(),
    ),
  )
  for (const item of fresh) {
    for (const [id, { held, files }] of tenant.heldArrivals) {
      if (!isSuperseded(held, item.held)) continue
      const ended = { state: 'superseded' as const, decidedAt: clock.now(), note: replacedNote }
      tenant.heldArrivals.set(id, { held: { ...held, ...ended }, files })
    }
    tenant.heldArrivals.set(item.held.id, item)
    tenant.trust.set(item.held.digest, item.held.trust)
  }
}

/** Ends what the source took back. */
export function endTakenBack(
  { tenant, clock }: HeldWrites,
  sourceId: SourceId,
  takenBack: readonly TakenBack[],
): void {
  for (const [id, { held, files }] of tenant.heldArrivals) {
    if (held.sourceId !== sourceId) continue
    const by = takenBack.find((one) => isTakenBack(held, one))
    if (!by) continue
    const ended = { state: 'superseded' as const, decidedAt: clock.now(), note: takenBackNote(by) }
    tenant.heldArrivals.set(id, { held: { ...held, ...ended }, files })
  }
}

/** Ends what waits of an entry, or of one version of it, that a person ignores. */
export function endIgnored({ tenant }: HeldWrites, ignored: IgnoredEntry): void {
  for (const [id, { held, files }] of tenant.heldArrivals) {
    const isMeant = held.sourceId === ignored.sourceId && isIgnored([ignored], held)
    if (held.state !== 'held' || !isMeant) continue
    const ended = {
      ...{ state: 'superseded' as const, note: ignoredNote(ignored) },
      ...{ decidedBy: ignored.by, decidedAt: ignored.at },
    }
    tenant.heldArrivals.set(id, { held: { ...held, ...ended }, files })
  }
}

/** Applies what a policy allows, and returns the skill; holds it when that changed since, or the content is revoked. */
export function applyUpdate(
  writes: HeldWrites,
  { arrival, record }: { readonly arrival: SkillArrival; readonly record: ArrivalToHold },
): SkillId | null {
  const { held } = record
  const waited = writes.tenant.heldArrivals.get(held.id)
  if (waited && waited.held.state !== 'held') return null
  const plan = approvalOf(writes, {
    held,
    arrival,
    expectedHead: held.baseDigest,
    enable: held.skillId === null ? arrival.enabled : undefined,
  })
  if (plan.status === 'stale' || writes.tenant.revocations.has(arrival.facts.digest)) {
    const undecided = { ...held, state: 'held' as const, decidedAt: null, note: '' }
    applyHeld(writes, [{ ...record, held: undecided }])
    return null
  }
  const { id } = plan.skill
  writePlan(writes, plan)
  const applied = { ...record, held: { ...held, skillId: id } }
  if (waited) writes.tenant.heldArrivals.set(held.id, applied)
  else applyHeld(writes, [applied])
  return id
}

export function approvalOf(
  { tenant, clock, ids }: HeldWrites,
  {
    held,
    arrival,
    ...request
  }: { readonly held: HeldArrival; readonly arrival: SkillArrival } & Pick<
    Parameters<typeof planApproval>[0],
    'expectedHead' | 'enable'
  >,
): ArrivalApproval {
  return planApproval({
    ...{ ...request, arrival, now: clock.now() },
    target: held.skillId === null ? null : (tenant.skills.get(held.skillId)?.skill ?? null),
    slugHolder: slugHolder(tenant, arrival.scope, arrival.slug),
    newId: () => ids.next('skl') as SkillId,
  })
}

export function writePlan(
  { tenant, clock, notify }: HeldWrites,
  { write }: Extract<ArrivalApproval, { status: 'approved' }>,
): void {
  if (write) applySkillWrites(tenant, [write], { notify, now: clock.now() })
}
