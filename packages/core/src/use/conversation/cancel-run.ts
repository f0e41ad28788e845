import { isProblemError } from '../../base/errors.ts'
import type { ApprovalId, RunId } from '../../base/ids.ts'
import type { Run } from '../../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import type { Principal } from '../../domain/principal.ts'
import { isOpenRun } from '../../domain/run-status.ts'
import type { Clock } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'
import { readLog } from './read-log.ts'
import { runNotFound, writeAtHead } from './start-run.ts'

export interface CancelRunPorts {
  readonly store: TenantStore
  readonly clock: Clock
}

/**
 * Cancels a run: its open approval is answered `cancelled`, then the log says so. A process that works on
 * the run notices at its next append at the latest. A run that is over stays as it is. Returns the current
 * run. Throws ProblemError `run.not-found`.
 */
export async function cancelRun(
  { store, clock }: CancelRunPorts,
  { principal, runId }: { principal: Principal; runId: RunId },
): Promise<Run> {
  const { conversations } = store
  const viewer = principal.userId
  const found = await conversations.run(viewer, runId)
  if (!found) throw runNotFound(runId)
  const { conversationId, traceId } = found
  if (isOpenRun(found.status)) {
    await ignoreIfEnded(() =>
      writeAtHead(conversations, { principal, conversationId }, async (conversation) => {
        const now = clock.now()
        const { headSeq: expectedSeq } = conversation
        const log = await readLog(conversations, conversation)
        const resolved = await cancelApproval(store, log, { runId, now, principal })
        const events = [...resolved, { type: 'run-cancelled', by: viewer } as const]
        const run = { id: runId, status: 'cancelled' as const }
        await conversations.append(
          conversationId,
          { expectedSeq, runId, traceId, events, run },
          now,
        )
      }),
    )
  }
  return (await conversations.run(viewer, runId)) ?? found
}

/** A run that ended in the meantime needs no cancelling. */
async function ignoreIfEnded(cancel: () => Promise<void>): Promise<void> {
  try {
    await cancel()
  } catch (error) {
    if (!isProblemError(error) || error.problem.code !== 'run.not-open') throw error
  }
}

/** Closes the run's open approval, if any, and returns its event unless the log already has it. */
async function cancelApproval(
  { approvals }: TenantStore,
  log: readonly LoggedEvent[],
  { runId, now, principal }: { runId: RunId; now: number; principal: Principal },
): Promise<readonly ConversationEvent[]> {
  const open = openApproval(log, runId)
  if (!open) return []
  const { approvalId, callId, fork } = open
  const answer = { by: principal.userId, note: '', now }
  const answered =
    (await approvals.answer(approvalId, { ...answer, decision: 'cancelled' })) ??
    (await approvals.answer(approvalId, { ...answer, by: null, decision: 'expired' })) ??
    (await approvals.get(approvalId))
  if (!answered || answered.status === 'pending') return []
  const { status: decision, answeredBy, note } = answered
  const of = fork === undefined ? {} : { fork }
  return [{ type: 'approval-resolved', approvalId, callId, decision, answeredBy, note, ...of }]
}

function openApproval(
  log: readonly LoggedEvent[],
  runId: RunId,
): { approvalId: ApprovalId; callId: string; fork?: string } | undefined {
  const resolved = new Set<ApprovalId>()
  for (const { runId: of, event } of log.toReversed()) {
    if (of !== runId) continue
    if (event.type === 'approval-resolved') resolved.add(event.approvalId)
    if (event.type === 'approval-required' && !resolved.has(event.approvalId)) return event
  }
  return undefined
}
