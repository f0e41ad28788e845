import {
  type ApprovalId,
  type ConversationId,
  type JsonValue,
  ProblemError,
  type RunId,
  type TraceId,
} from '@repertoire/core/base'
import type {
  Approval,
  Conversation,
  LoggedEvent,
  Principal,
  Run,
  ToolOutcome,
} from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { approvalPendingCode, planClientCall, textsForClient } from '@repertoire/core/use'
import type { Application } from '../base/application.ts'
import { newClientConversation } from './mcp-conversation.ts'

export interface ToolCallRequest {
  readonly principal: Principal
  readonly conversationId: ConversationId
  /** The client's own name and version. Untrusted. */
  readonly client: string
  readonly name: string
  readonly input: JsonValue
  readonly toolsets: readonly string[]
  /** The question that the client answers with this call. */
  readonly approvalId?: ApprovalId | undefined
  readonly traceId: TraceId
  /** Nobody waits for the answer any more. The call goes on. */
  readonly signal: AbortSignal
  /** The client wants the call no more: it ends, or does not begin. */
  readonly cancelled?: AbortSignal
}

/** `asked`: a person has to answer first; the approval is open. */
export type ToolCallAnswer =
  | { readonly asked: Approval }
  | { readonly outcome: ToolOutcome; readonly texts: readonly string[] }

type Deps = Pick<Application, 'store' | 'engine' | 'clock' | 'ids'>

/** Other calls of the conversation may come between reading its log and beginning the run. */
const maxAttempts = 50

/** A client's call as a run of its conversation, with the outcome that the log has of it. */
export async function callTool(deps: Deps, request: ToolCallRequest): Promise<ToolCallAnswer> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const answer = await tryCall(deps, request)
    if (answer !== 'again') return answer
  }
  throw new ProblemError({
    code: 'conversation.busy',
    kind: 'conflict',
    message: 'Other calls of this conversation are still running.',
    hint: 'Call again in a moment.',
  })
}

async function tryCall(deps: Deps, request: ToolCallRequest): Promise<ToolCallAnswer | 'again'> {
  const { store, engine, clock, ids } = deps
  const { principal, conversationId, client, name, input, approvalId } = request
  const tenant = store.tenant(principal.tenantId)
  const known = await tenant.conversations.get(principal.userId, conversationId)
  const conversation = known ?? newClientConversation(conversationId, request, clock.now())
  const log = known ? await engine.logs.read(tenant, known) : []
  const callId = ids.next('call')
  const plan = await planClientCall({ approvals: tenant.approvals, now: clock.now() }, log, {
    name,
    input,
    callId,
    approvalId,
  })
  if (plan.do === 'pending') return { asked: plan.approval }
  if (plan.do === 'repeated') return outcomeOf(deps, request, plan)
  request.cancelled?.throwIfAborted()
  try {
    const started = await engine.startRun({
      ...{ principal, conversationId, traceId: request.traceId, toolsets: request.toolsets },
      text: `${client} calls ${name}`,
      clientCall: {
        ...{ client, answered: plan.answered, headSeq: conversation.headSeq },
        call: { id: callId, name, input },
      },
      ...(!known && { newConversation: conversation }),
    })
    return await outcomeOf(deps, request, { runId: started.runId, callId })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.problem.code === 'conversation.moved-on') return 'again'
    if (error.problem.code !== 'conversation.busy') throw error
    return afterOpenRun(deps, request, conversation)
  }
}

/** One call at a time: another one of the conversation is waited for, and a turn that waits for a person is not. */
async function afterOpenRun(
  { store, engine }: Deps,
  { principal, signal }: ToolCallRequest,
  { id }: Conversation,
): Promise<'again'> {
  const { conversations } = store.tenant(principal.tenantId)
  const open = await conversations.openRun(principal.userId, id)
  if (!open) return 'again'
  const run = await engine.waitForRun({ principal, runId: open.id, signal })
  if (run.status !== 'waiting') return 'again'
  throw new ProblemError({
    code: 'conversation.busy',
    kind: 'conflict',
    message: 'A turn of this conversation waits for a person.',
    hint: 'Have its question answered on the page, then call again.',
  })
}

async function outcomeOf(
  { store, engine }: Deps,
  request: ToolCallRequest,
  { runId, callId }: { readonly runId: RunId; readonly callId: string },
): Promise<ToolCallAnswer> {
  const { principal, conversationId } = request
  const run = await endOf(engine, request, runId)
  const tenant = store.tenant(principal.tenantId)
  const conversation = await tenant.conversations.get(principal.userId, conversationId)
  if (!conversation) throw new ProblemError(run.problem ?? conversationGone)
  const log = await engine.logs.read(tenant, conversation)
  const ended = log.find(
    ({ event }) => event.type === 'tool-completed' && event.callId === callId && !event.fork,
  )?.event
  if (ended?.type !== 'tool-completed') {
    if (run.status === 'waiting') return askedBy(tenant, conversationId)
    throw new ProblemError(run.problem ?? conversationGone)
  }
  const { outcome } = ended
  if (outcome.status === 'refused' && outcome.problem.code === approvalPendingCode) {
    const id = String(outcome.problem.details?.approval_id) as ApprovalId
    const approval = await tenant.approvals.get(id)
    if (approval) return { asked: approval }
  }
  const texts = await givenTexts(tenant, { conversation, log, callId, outcome })
  return { outcome, texts }
}

async function endOf(
  engine: Deps['engine'],
  { principal, signal, cancelled }: ToolCallRequest,
  runId: RunId,
): Promise<Run> {
  try {
    return await engine.waitForRun({ principal, runId, signal })
  } catch (error) {
    if (cancelled?.aborted) await engine.cancelRun({ principal, runId })
    throw error
  }
}

/** A sub-agent of the call asks. */
async function askedBy(
  tenant: TenantStore,
  conversationId: ConversationId,
): Promise<ToolCallAnswer> {
  const filter = { status: 'pending' as const, conversationId }
  const { items } = await tenant.approvals.list(filter, { limit: 1 })
  if (items[0]) return { asked: items[0] }
  throw new ProblemError(conversationGone)
}

/** The texts of the skills that the call made active, or found active. */
async function givenTexts(
  { skills, settings }: Pick<TenantStore, 'skills' | 'settings'>,
  {
    conversation: { session, userId: viewer },
    log,
    callId,
    outcome,
  }: {
    readonly conversation: Conversation
    readonly log: readonly LoggedEvent[]
    readonly callId: string
    readonly outcome: ToolOutcome
  },
): Promise<readonly string[]> {
  if (outcome.status !== 'ok') return []
  const change = log.find(
    ({ event }) => event.type === 'skills-state-changed' && event.activated?.callId === callId,
  )?.event
  const activated = change?.type === 'skills-state-changed' ? (change.activated?.skills ?? []) : []
  const slugs = new Set([...activated.map(({ slug }) => slug), ...alreadyEnabled(outcome.output)])
  const active = session.active.filter(({ slug }) => slugs.has(slug))
  if (active.length === 0) return []
  return textsForClient(skills, {
    ...{ viewer, active, log, settings: (await settings.get()).settings },
  })
}

function alreadyEnabled(output: JsonValue): readonly string[] {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return []
  const { status, skill } = output
  return status === 'already-enabled' && typeof skill === 'string' ? [skill] : []
}

const conversationGone = {
  code: 'call.lost',
  kind: 'unavailable',
  message: 'The call ended without a result.',
  hint: 'Call again.',
} as const
