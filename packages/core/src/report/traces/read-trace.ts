import { ProblemError } from '../../base/errors.ts'
import type { Timestamp, TraceId } from '../../base/ids.ts'
import type { ChainedAuditEntry } from '../../domain/audit-chain.ts'
import type { AuditEntry } from '../../domain/audit-entry.ts'
import type { Run } from '../../domain/conversation.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { Execution } from '../../domain/execution.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { TriggerFiring } from '../../domain/trigger.ts'
import type { TenantStore } from '../../ports/store.ts'
import { maxTracedEvents, maxTracedFirings } from '../../ports/traces.ts'
import { canManageTriggers } from '../../use/triggers/change-triggers.ts'
import { type VisibleFiring, visibleFiring } from '../../use/triggers/list-triggers.ts'

/** An item of the timeline. */
export type TraceItem = { readonly at: Timestamp } & (
  | ({ readonly kind: 'signal' } & VisibleFiring)
  | { readonly kind: 'event'; readonly run: Run; readonly logged: LoggedEvent }
  | { readonly kind: 'execution'; readonly execution: Execution }
  | { readonly kind: 'audit'; readonly entry: ChainedAuditEntry }
)

export interface Trace {
  readonly runs: readonly Run[]
  /** In chronological order. */
  readonly items: readonly TraceItem[]
  /** Some items are omitted, because a limit is reached. */
  readonly truncated: boolean
}

const maxEntries = 200

/**
 * Everything under a trace id that the person may see: their firings, runs, executions and audit entries, or
 * all audit entries with `audit.read`. Owners and admins also see the firings of other people, but not
 * the conversations. Throws ProblemError `trace.not-found` when there is nothing.
 */
export async function readTrace(
  store: TenantStore,
  principal: Principal,
  traceId: TraceId,
): Promise<Trace> {
  const { userId } = principal
  const { traces, audit } = store
  const [runs, owned, executions, entries] = await Promise.all([
    traces.runs(userId, traceId),
    traces.firings(canManageTriggers(principal) ? null : userId, traceId),
    traces.executions(userId, traceId),
    audit.list({ traceId }, { limit: maxEntries }),
  ])
  const firings = await Promise.all(
    owned.map(({ firing, userId }) =>
      visibleFiring(store, principal, { source: { userId }, firing }),
    ),
  )
  const mayReadAll = !missingPermission(principal, 'audit.read')
  const items: TraceItem[] = [
    ...firings.map((one) => ({ kind: 'signal', at: one.firing.firedAt, ...one }) as const),
    ...executions.map((one) => ({ kind: 'execution', at: one.startedAt, execution: one }) as const),
    ...entries.items
      .filter(({ actor }) => mayReadAll || actor === userId)
      .filter((entry) => !isDuplicate(entry, { firings, runs }))
      .map((entry) => ({ kind: 'audit', at: entry.at, entry }) as const),
  ]
  let remaining = maxTracedEvents
  for (const run of runs) {
    const events = await traces.events(userId, run, remaining)
    remaining -= events.length
    items.push(...events.map((logged) => ({ kind: 'event', at: logged.at, run, logged }) as const))
  }
  if (items.length === 0) throw traceNotFound(traceId)
  const truncated =
    remaining === 0 || entries.nextCursor !== null || owned.length === maxTracedFirings
  return { runs, items: sortItems(items), truncated }
}

/** The audit entry repeats a firing or the use of a grant that the trace already contains. Pure. */
function isDuplicate(
  { action, target, details }: AuditEntry,
  { firings, runs }: { readonly firings: readonly VisibleFiring[]; readonly runs: readonly Run[] },
): boolean {
  if (action === 'grant-used') return runs.some(({ id }) => id === details.run_id)
  if (action !== 'signal-fired' && action !== 'signal-refused') return false
  return firings.some(({ firing }) => firing.signalId === target && matchesFiring(firing, details))
}

/** A trace may contain several firings of a trigger; a refused delivery has none. */
function matchesFiring(
  { outcome, runId, plannedAt }: TriggerFiring,
  details: AuditEntry['details'],
) {
  return outcome === 'started'
    ? runId === details.run_id
    : plannedAt !== null && plannedAt === details.planned_at
}

const kindOrder: Record<TraceItem['kind'], number> = { signal: 0, event: 1, execution: 2, audit: 3 }

/** Sorts by time, then by kind: causes before effects. Stable, so the order of a log is kept. Pure. */
function sortItems(items: readonly TraceItem[]): readonly TraceItem[] {
  return items.toSorted((a, b) => a.at - b.at || kindOrder[a.kind] - kindOrder[b.kind])
}

function traceNotFound(traceId: TraceId): ProblemError {
  return new ProblemError({
    code: 'trace.not-found',
    kind: 'not-found',
    message: 'There is nothing you can see under this trace id.',
    details: { trace_id: traceId },
  })
}
