import type { SkillId, SourceId } from '../base/ids.ts'
import { type IgnoredEntry, ignoredNote, isIgnored } from '../domain/ignored-entry.ts'
import type { PendingRevision, PendingRevisionWithFiles } from '../domain/pending-revision.ts'
import type { CheckedContent } from '../domain/skill.ts'
import {
  isSuperseded,
  isTakenBack,
  quotaOfPending,
  replacedNote,
  takenBackNote,
} from '../ingest/review/add-pending-revisions.ts'
import { planApproval, type RevisionApproval } from '../ingest/review/plan-approval.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import type { TakenBack } from '../ports/sources.ts'
import { enforceQuota } from './in-memory-quotas.ts'
import { applySkillWrites, slugHolder } from './in-memory-skill-writes.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'

export interface PendingRevisionWrites {
  readonly tenant: InMemoryTenant
  readonly clock: Clock
  readonly ids: IdSource
  readonly notify: Notify
}

/** Holds arrivals, and supersedes the undecided ones of the same entries. */
export function applyPendingRevisions(
  { tenant, clock }: PendingRevisionWrites,
  items: readonly PendingRevisionWithFiles[],
): void {
  const fresh = items.filter(({ held }) => !tenant.heldArrivals.has(held.id))
  enforceQuota(
    tenant,
    quotaOfPending(
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
  { tenant, clock }: PendingRevisionWrites,
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
export function endIgnored({ tenant }: PendingRevisionWrites, ignored: IgnoredEntry): void {
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
  writes: PendingRevisionWrites,
  {
    arrival,
    record,
  }: { readonly arrival: CheckedContent; readonly record: PendingRevisionWithFiles },
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
  if (plan.status !== 'approved' || writes.tenant.revocations.has(arrival.facts.digest)) {
    const undecided = { ...held, state: 'held' as const, decidedAt: null, note: '' }
    applyPendingRevisions(writes, [{ ...record, held: undecided }])
    return null
  }
  const { id } = plan.skill
  writePlan(writes, plan)
  const applied = { ...record, held: { ...held, skillId: id } }
  if (waited) writes.tenant.heldArrivals.set(held.id, applied)
  else applyPendingRevisions(writes, [applied])
  return id
}

export function approvalOf(
  { tenant, clock, ids }: PendingRevisionWrites,
  {
    held,
    arrival,
    ...request
  }: { readonly held: PendingRevision; readonly arrival: CheckedContent } & Pick<
    Parameters<typeof planApproval>[0],
    'expectedHead' | 'enable'
  >,
): RevisionApproval {
  const target = held.skillId === null ? null : (tenant.skills.get(held.skillId)?.skill ?? null)
  return planApproval({
    ...{ ...request, arrival, target, proposal: held.proposal, now: clock.now() },
    hasSecrets: target !== null && (tenant.secrets.get(target.id)?.size ?? 0) > 0,
    slugHolder: slugHolder(tenant, arrival.scope, arrival.slug),
    newId: () => ids.next('skl') as SkillId,
  })
}

export function writePlan(
  { tenant, clock, notify }: PendingRevisionWrites,
  { write }: Extract<RevisionApproval, { status: 'approved' }>,
): void {
  if (write) applySkillWrites(tenant, [write], { notify, now: clock.now() })
}
