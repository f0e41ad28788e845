import { type AgentId, ProblemError } from '@repertoire/core/base'
import {
  agentNotFound,
  maxContextChars,
  providePromptContext,
  removeSuppliedContext,
} from '@repertoire/core/keep'
import type { ContextScope, StoredContext } from '@repertoire/core/ports'
import {
  type PromptContextBody,
  promptContextRoutes,
  promptContextUpdateSchema,
} from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute, Call } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { wireTime } from '../wire/time.ts'
import { ownConversation } from './conversations.ts'

type PutCall = Pick<Call<typeof promptContextRoutes.putOrganisation>, 'body' | 'caller' | 'traceId'>
type ScopeCall = Pick<PutCall, 'caller' | 'traceId'>

/** Memory and graph context that other systems supply for prompts. */
export function bindPromptContexts(bind: BindRoute, app: Application): void {
  const organisation: ContextScope = { kind: 'organisation' }
  bind(promptContextRoutes.getOrganisation, ({ caller }) => read(app, caller, organisation))
  bind(promptContextRoutes.putOrganisation, (call) => write(app, call, organisation))
  bind(promptContextRoutes.removeOrganisation, (call) => remove(app, call, organisation))

  bind(promptContextRoutes.getAgent, async ({ caller, params }) =>
    read(app, caller, await agentScope(app, caller, params.id)),
  )
  bind(promptContextRoutes.putAgent, async (call) =>
    write(app, call, await agentScope(app, call.caller, call.params.id)),
  )
  bind(promptContextRoutes.removeAgent, async (call) =>
    remove(app, call, await agentScope(app, call.caller, call.params.id)),
  )

  bind(promptContextRoutes.getConversation, async ({ caller, params }) =>
    read(app, caller, await conversationScope(app, caller, params.id)),
  )
  bind(promptContextRoutes.putConversation, async (call) =>
    write(app, call, await conversationScope(app, call.caller, call.params.id)),
  )
  bind(promptContextRoutes.removeConversation, async (call) =>
    remove(app, call, await conversationScope(app, call.caller, call.params.id)),
  )
}

async function agentScope(app: Application, caller: Caller, id: string): Promise<ContextScope> {
  const agentId = id as AgentId
  const agent = await catalogOf(app, caller).store.agents.get(agentId)
  if (!agent) throw agentNotFound(agentId)
  return { kind: 'agent', agentId }
}

async function conversationScope(
  app: Application,
  caller: Caller,
  id: string,
): Promise<ContextScope> {
  const conversation = await ownConversation(app, caller, id)
  return { kind: 'conversation', conversationId: conversation.id }
}

async function read(app: Application, caller: Caller, scope: ContextScope) {
  const context = await catalogOf(app, caller).store.promptContexts.get(scope)
  return { body: toBody(context) }
}

async function write(app: Application, call: PutCall, scope: ContextScope) {
  const current = await catalogOf(app, call.caller).store.promptContexts.get(scope)
  const changed = changedFields({
    ...{ resource: 'context', update: promptContextUpdateSchema, body: call.body },
    current: toBody(current),
    volatile: ['updated_by', 'updated_at'],
  })
  if (current && Object.keys(changed).length === 0) return { body: toBody(current) }
  const { memory, graph_context: graphContext } = call.body
  const request = { scope, texts: { memory, graphContext } }
  const context = await providePromptContext(catalogOf(app, call.caller), actorOf(call), request)
  return { body: toBody(context) }
}

async function remove(app: Application, call: ScopeCall, scope: ContextScope) {
  const removed = await removeSuppliedContext(catalogOf(app, call.caller), actorOf(call), scope)
  if (!removed) throw noContext()
  return { body: null }
}

/** Where nothing was supplied both texts are empty. */
function toBody(context: StoredContext | null): PromptContextBody {
  return {
    memory: context?.memory ?? '',
    graph_context: context?.graphContext ?? '',
    max_chars: maxContextChars,
    updated_by: context?.updatedBy ?? null,
    updated_at: context ? wireTime(context.updatedAt) : null,
  }
}

function noContext(): ProblemError {
  return new ProblemError({
    code: 'context.not-found',
    kind: 'not-found',
    message: 'No memory or graph context is supplied here.',
    hint: 'Supply it with PUT on the same path.',
  })
}
