import type { ApprovalId, RunId, Timestamp } from '../../base/ids.ts'
import type { JsonValue } from '../../base/json.ts'
import type { Approval } from '../../domain/approval.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import { canonicalJson } from '../../domain/resolved-call.ts'
import type { ApprovalStore } from '../../ports/approvals.ts'
import { approvalPendingCode } from '../agent/return-result.ts'

export interface ClientCallRequest {
  readonly name: string
  readonly input: JsonValue
  /** The id that the call would have. */
  readonly callId: string
  /** The question that the client was given before and answers now. */
  readonly approvalId?: ApprovalId | undefined
}

/**
 * `start`: begin a run with these answers. `pending`: the same call was asked about, and nobody has answered yet.
 * `repeated`: that answer has been used by this call, whose outcome is the one to report.
 */
export type ClientCallPlan =
  | { readonly do: 'start'; readonly answered: readonly ConversationEvent[] }
  | { readonly do: 'pending'; readonly approval: Approval }
  | { readonly do: 'repeated'; readonly runId: RunId; readonly callId: string }

/** What a client's call means after what it has called before in this conversation. An answer is used once. */
export async function planClientCall(
  { approvals, now }: { readonly approvals: Pick<ApprovalStore, 'get'>; readonly now: Timestamp },
  log: readonly LoggedEvent[],
  request: ClientCallRequest,
): Promise<ClientCallPlan> {
  const { approvalId } = request
  const used = approvalId === undefined ? undefined : useOf(log, approvalId)
  if (used) return { do: 'repeated', ...used }
  const earlier = lastAttempt(log, request)
  const question = earlier && openQuestion(earlier.events)
  const row = question && (await approvals.get(question))
  if (!earlier || !row) return { do: 'start', answered: [] }
  if (row.status === 'pending' && row.expiresAt > now) return { do: 'pending', approval: row }
  if (row.status !== 'approved' && row.status !== 'denied') return { do: 'start', answered: [] }
  const { id, status: decision, answeredBy, note } = row
  const resolved = {
    ...({ type: 'approval-resolved', approvalId: id, callId: request.callId } as const),
    ...{ decision, answeredBy, note },
  }
  const before = earlier.events.filter(isAboutApproval)
  return {
    do: 'start',
    answered: [...before.map((one) => ({ ...one, callId: request.callId })), resolved],
  }
}

interface Attempt {
  readonly callId: string
  readonly runId: RunId | null
  /** Everything the log says of the call. */
  readonly events: readonly ConversationEvent[]
}

/** The newest call of a client with this name and these arguments. */
function lastAttempt(
  log: readonly LoggedEvent[],
  { name, input }: Pick<ClientCallRequest, 'name' | 'input'>,
): Attempt | undefined {
  const wanted = canonicalJson(input)
  const at = log.findLastIndex(
    ({ event }) =>
      event.type === 'step-completed' &&
      event.toolCalls.some((call) => call.name === name && canonicalJson(call.input) === wanted),
  )
  const found = log[at]
  if (found?.event.type !== 'step-completed' || !isClientRun(log, found.runId)) return undefined
  const callId = found.event.toolCalls[0]?.id ?? ''
  const events = log
    .slice(at)
    .filter(({ runId }) => runId === found.runId)
    .map(({ event }) => event)
  return { callId, runId: found.runId, events }
}

function isClientRun(log: readonly LoggedEvent[], run: RunId | null): boolean {
  return log.some(
    ({ event, runId }) =>
      runId === run && event.type === 'run-started' && event.client !== undefined,
  )
}

/** The question that the call was handed back with. */
function openQuestion(events: readonly ConversationEvent[]): ApprovalId | undefined {
  const end = events.find((event) => event.type === 'tool-completed')
  if (end?.outcome.status !== 'refused' || end.outcome.problem.code !== approvalPendingCode)
    return undefined
  return events.findLast((event) => event.type === 'approval-required')?.approvalId
}

/** The call that an answer was used for. */
function useOf(log: readonly LoggedEvent[], approvalId: ApprovalId) {
  const found = log.findLast(
    ({ event }) => event.type === 'approval-resolved' && event.approvalId === approvalId,
  )
  if (found?.event.type !== 'approval-resolved' || found.runId === null) return undefined
  return { runId: found.runId, callId: found.event.callId }
}

function isAboutApproval(
  event: ConversationEvent,
): event is Extract<ConversationEvent, { type: 'approval-required' | 'approval-resolved' }> {
  return event.type === 'approval-required' || event.type === 'approval-resolved'
}
