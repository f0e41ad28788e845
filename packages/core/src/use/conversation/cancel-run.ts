import { isProblemError } from '../../base/errors.ts'
import type { ApprovalId, ConversationId, RunId } from '../../base/ids.ts'
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
  /** The answers that models are giving in a conversation; none where another process gets them. */
  readonly textsOf?: (conversationId: ConversationId) => readonly LiveText[]
}

/** What a model call has answered so far. It grows; a new attempt of the step is another object. */
export interface LiveText {
  readonly runId: RunId
  readonly step: number
  /** The call that the sub-agent answers; absent for the main agent. */
  readonly fork?: string
  readonly text: string
}

/**
 * Cancels a run: its open approval is answered `cancelled`, then the log keeps what had arrived of an answer
 * and says so. A process that works on the run notices at its next append at the latest. A run that is over stays as it is. Returns the current
 * run. Throws ProblemError `run.not-found`.
 */
export async function cancelRun(
  { store, clock, textsOf = () => [] }: CancelRunPorts,
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
        const interrupted = interruptedSteps(log, runId, textsOf(conversationId))
        const events = [...resolved, ...interrupted, { type: 'run-cancelled', by: viewer } as const]
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

/** Of the texts, those whose step the log has begun and not ended. */
function interruptedSteps(
  log: readonly LoggedEvent[],
  runId: RunId,
  texts: readonly LiveText[],
): readonly ConversationEvent[] {
  return texts.flatMap(({ step, text, fork, ...live }): ConversationEvent[] => {
    const last = log.findLast(
      ({ runId: of, event }) =>
        of === runId &&
        event.fork === fork &&
        (event.type === 'step-started' || event.type === 'step-completed'),
    )?.event
    const isOpen = last?.type === 'step-started' && last.step === step
    if (!isOpen || live.runId !== runId || text === '') return []
    return [{ type: 'step-interrupted', step, text, ...(fork !== undefined && { fork }) }]
  })
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
