import { type AgentId, type ConversationId, ProblemError, type RunId } from '@repertoire/core/base'
import { type Conversation, emptySession } from '@repertoire/core/domain'
import { agentNotFound } from '@repertoire/core/keep'
import { conversationNotDeleted } from '@repertoire/core/ports'
import {
  pinnedSkills,
  rateAnswer,
  type SkillSwitch,
  skillsState,
  switchSkill,
} from '@repertoire/core/use'
import {
  type ConversationBody,
  conversationRenameSchema,
  conversationRoutes,
  type SkillsStateBody,
} from '@repertoire/protocol'
import { isSlug } from '@repertoire/skill-md'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute, Call } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { notFound } from '../base/not-found.ts'
import { turnRouting } from '../turn/turn-routing.ts'
import {
  toConversationBody,
  toConversationSummary,
  toDeletedConversation,
  toSkillsStateBody,
} from '../wire/conversation.ts'
import { toPinnedSkill } from '../wire/skill-history.ts'

/** Conversations, each for its own person only. */
export function bindConversations(bind: BindRoute, app: Application): void {
  // Before the routes of one conversation, whose id would be `deleted`.
  bindDeletedConversations(bind, app)

  bind(conversationRoutes.list, async ({ query, caller }) => {
    const { conversations } = catalogOf(app, caller).store
    const page = await conversations.list(caller.principal.userId, query, query)
    return { body: { items: page.items.map(toConversationSummary), next_cursor: page.nextCursor } }
  })

  bind(conversationRoutes.create, async ({ body, caller }) => {
    const agentId = await chosenAgent(app, caller, body.agent_id)
    const now = app.clock.now()
    const conversation: Conversation = {
      id: app.ids.next('cnv') as ConversationId,
      userId: caller.principal.userId,
      title: body.title,
      agentId,
      session: emptySession,
      headSeq: 0,
      createdAt: now,
      updatedAt: now,
    }
    await catalogOf(app, caller).store.conversations.create(conversation)
    return { body: await describeConversation(app, caller, conversation) }
  })

  bind(conversationRoutes.get, async ({ params, caller }) => ({
    body: await currentConversation(app, caller, params.id),
  }))

  bind(conversationRoutes.rename, async ({ params, body, caller }) => {
    const conversation = await ownConversation(app, caller, params.id)
    const { title } = changedFields({
      ...{ resource: 'conversation', update: conversationRenameSchema, body, volatile },
      current: await describeConversation(app, caller, conversation),
    })
    if (title === '') throw titleEmpty()
    const { conversations } = catalogOf(app, caller).store
    if (title) await conversations.rename(caller.principal.userId, conversation.id, title)
    return { body: await currentConversation(app, caller, params.id) }
  })

  bind(conversationRoutes.remove, async ({ params, caller }) => {
    const conversation = await ownConversation(app, caller, params.id)
    await cancelOpenRun(app, caller, conversation)
    const { conversations } = catalogOf(app, caller).store
    await conversations.discard(caller.principal.userId, conversation.id, app.clock.now())
    return { body: null }
  })

  bind(conversationRoutes.cancel, async ({ params, caller }) => {
    await cancelOpenRun(app, caller, await ownConversation(app, caller, params.id))
    return { body: await currentConversation(app, caller, params.id) }
  })

  bind(conversationRoutes.rate, async ({ params, body, caller }) => {
    const { principal } = caller
    const [conversationId, runId] = [params.id as ConversationId, params.run_id as RunId]
    await rateAnswer(catalogOf(app, caller), { principal, conversationId, runId, ...body })
    return { body }
  })

  bind(conversationRoutes.prompt, async ({ params, caller }) => {
    const conversation = await ownConversation(app, caller, params.id)
    const { conversations } = catalogOf(app, caller).store
    const { digest } = params
    const system = await conversations.prompt(caller.principal.userId, conversation.id, digest)
    if (system) return { body: { digest, system: [...system] } }
    throw notFound(
      'prompt.not-found',
      'No step of this conversation was sent a prompt with this digest.',
    )
  })
}

/** Deleted conversations, each for its own person only. */
function bindDeletedConversations(bind: BindRoute, app: Application): void {
  bind(conversationRoutes.deleted, async ({ query, caller }) => {
    const { conversations } = catalogOf(app, caller).store
    const page = await conversations.listDeleted(caller.principal.userId, query, app.clock.now())
    return { body: { items: page.items.map(toDeletedConversation), next_cursor: page.nextCursor } }
  })

  bind(conversationRoutes.restore, async ({ params, caller }) => {
    const { conversations } = catalogOf(app, caller).store
    const viewer = caller.principal.userId
    const id = params.id as ConversationId
    const existing = await conversations.get(viewer, id)
    const restored = existing ?? (await conversations.restore(viewer, id, app.clock.now()))
    return { body: await describeConversation(app, caller, restored) }
  })

  bind(conversationRoutes.forget, async ({ params, caller }) => {
    const { conversations } = catalogOf(app, caller).store
    const viewer = caller.principal.userId
    const id = params.id as ConversationId
    if (await conversations.get(viewer, id)) throw conversationNotDeleted(id)
    await conversations.remove(viewer, id)
    return { body: null }
  })
}

/** Fields that change by themselves between a GET and a PATCH. */
const volatile = ['updated_at', 'last_event_id', 'skills', 'agent', 'open_run']

function titleEmpty(): ProblemError {
  return new ProblemError({
    code: 'conversation.title-empty',
    kind: 'invalid',
    message: 'A title needs at least one letter that is not a blank.',
  })
}

/** The skills of a conversation, switched by its person. */
export function bindActiveSkills(bind: BindRoute, app: Application): void {
  bind(conversationRoutes.skills, async ({ params, caller }) => {
    const conversation = await ownConversation(app, caller, params.id)
    const { settings } = await catalogOf(app, caller).store.settings.get()
    const state = toSkillsStateBody(skillsState(conversation.session, settings))
    const pinned = await pinnedSkills(catalogOf(app, caller).store, conversation)
    return { body: { ...state, pinned: pinned.map(toPinnedSkill) } }
  })

  bind(conversationRoutes.activate, async (call) => ({
    body: await switchTo(app, call, 'active'),
  }))

  bind(conversationRoutes.upgrade, async (call) => ({
    body: await switchTo(app, call, 'newest'),
  }))

  bind(conversationRoutes.deactivate, async (call) => ({
    body: await switchTo(app, call, 'inactive'),
  }))
}

async function switchTo(
  app: Application,
  call: Pick<Call<typeof conversationRoutes.activate>, 'params' | 'caller' | 'traceId' | 'request'>,
  to: SkillSwitch['to'],
): Promise<SkillsStateBody> {
  const { params, caller, traceId, request } = call
  if (!isSlug(params.slug)) throw invalidSlug()
  const conversation = await ownConversation(app, caller, params.id)
  const { agentId } = conversation
  const agent = agentId && (await catalogOf(app, caller).store.agents.get(agentId))
  const environment = async () =>
    (await turnRouting(app, caller, { agentId: agentId ?? undefined, signal: request.signal }))
      .environment
  const contextTokens = await app.engine.contextTokensOf(caller.principal.tenantId, agent)
  const state = await switchSkill(
    { ...catalogOf(app, caller), environment, contextTokens },
    {
      principal: caller.principal,
      conversationId: conversation.id,
      slug: params.slug,
      to,
      traceId,
    },
  )
  return toSkillsStateBody(state)
}

function invalidSlug(): ProblemError {
  return new ProblemError({
    code: 'skill.slug-invalid',
    kind: 'invalid',
    message: 'The path does not name a skill by its slug.',
    hint: 'A slug is lower-case letters and digits, joined by single ".", "_" or "-".',
  })
}

/** Throws ProblemError `conversation.not-found`, also for conversations of others. */
export async function ownConversation(
  app: Application,
  caller: Caller,
  id: string,
): Promise<Conversation> {
  const { conversations } = catalogOf(app, caller).store
  const found = await conversations.get(caller.principal.userId, id as ConversationId)
  if (found) return found
  throw notFound('conversation.not-found', 'There is no such conversation, or it is not yours.')
}

async function currentConversation(
  app: Application,
  caller: Caller,
  id: string,
): Promise<ConversationBody> {
  return describeConversation(app, caller, await ownConversation(app, caller, id))
}

async function describeConversation(
  app: Application,
  caller: Caller,
  conversation: Conversation,
): Promise<ConversationBody> {
  const { settings: store, conversations, agents } = catalogOf(app, caller).store
  const { settings } = await store.get()
  const openRun = await conversations.openRun(caller.principal.userId, conversation.id)
  const agent = conversation.agentId && (await agents.get(conversation.agentId))
  const skills = skillsState(conversation.session, settings)
  return toConversationBody(conversation, { skills, openRun, agent })
}

/** Throws ProblemError `agent.not-found`. */
async function chosenAgent(
  app: Application,
  caller: Caller,
  id: string | undefined,
): Promise<AgentId | null> {
  if (id === undefined) return null
  const agent = await catalogOf(app, caller).store.agents.get(id as AgentId)
  if (!agent) throw agentNotFound(id as AgentId)
  return agent.id
}

async function cancelOpenRun(
  app: Application,
  caller: Caller,
  conversation: Conversation,
): Promise<void> {
  const { principal } = caller
  const { conversations } = catalogOf(app, caller).store
  const run = await conversations.openRun(principal.userId, conversation.id)
  if (run) await app.engine.cancelRun({ principal, runId: run.id })
}
