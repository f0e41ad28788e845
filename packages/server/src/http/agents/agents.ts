import type { AgentId, SkillId } from '@repertoire/core/base'
import { type Agent, type AgentDraft, defaultAgentToolsets } from '@repertoire/core/domain'
import {
  type AgentChoices,
  type AgentDeps,
  agentNotFound,
  createAgent,
  removeAgent,
  updateAgent,
} from '@repertoire/core/keep'
import { type AgentBody, agentRoutes, agentUpdateSchema } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { selectedTools } from '../../runtime/engines/toolsets.ts'
import { offeredModels } from '../../runtime/models/select-model.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { expectedVersion, isNotModified } from '../base/conditional-requests.ts'
import { etagOf } from '../wire/etag.ts'
import { fromRoutingUpdate, toRoutingUpdate } from '../wire/routing.ts'
import { wireTime } from '../wire/time.ts'
import { checkVocabularies } from './routing.ts'

/** Agents of the organisation, and the models they may use. */
export function bindAgents(bind: BindRoute, app: Application): void {
  bind(agentRoutes.list, async ({ query, caller }) => {
    const page = await catalogOf(app, caller).store.agents.list(query)
    return { body: { items: page.items.map(toAgentBody), next_cursor: page.nextCursor } }
  })

  bind(agentRoutes.create, async (call) => {
    const { toolsets = defaultAgentToolsets, ...body } = call.body
    checkVocabularies(app.routing, body.routing?.vocabularies)
    const draft: AgentDraft = {
      name: body.name,
      instruction: body.instruction,
      modelId: body.model_id,
      toolsets,
      skillIds: body.skill_ids as SkillId[],
      routing: body.routing && fromRoutingUpdate(body.routing),
    }
    return replyWith(await createAgent(await depsOf(app, call.caller), actorOf(call), draft))
  })

  bind(agentRoutes.get, async ({ params, caller, request }) => {
    const agent = await catalogOf(app, caller).store.agents.get(params.id as AgentId)
    if (!agent) throw agentNotFound(params.id as AgentId)
    const etag = etagOf(agent.version)
    if (isNotModified(request.headers, etag)) {
      return new Response(null, { status: 304, headers: { etag } })
    }
    return replyWith(agent)
  })

  bind(agentRoutes.update, async (call) => {
    const id = call.params.id as AgentId
    const current = await catalogOf(app, call.caller).store.agents.get(id)
    if (!current) throw agentNotFound(id)
    const { name, instruction, model_id, toolsets, skill_ids, routing } = changedFields({
      ...{ resource: 'agent', update: agentUpdateSchema, body: call.body },
      ...{ current: toAgentBody(current), volatile: ['etag', 'updated_at'] },
    })
    checkVocabularies(app.routing, routing?.vocabularies)
    const agent = await updateAgent(await depsOf(app, call.caller), actorOf(call), {
      id,
      change: {
        ...(name !== undefined && { name }),
        ...(instruction !== undefined && { instruction }),
        ...(model_id !== undefined && { modelId: model_id }),
        ...(toolsets && { toolsets }),
        ...(skill_ids && { skillIds: skill_ids as SkillId[] }),
        ...(routing !== undefined && { routing: routing && fromRoutingUpdate(routing) }),
      },
      expectedVersion: expectedVersion(call.request.headers),
    })
    return replyWith(agent)
  })

  bind(agentRoutes.remove, async (call) => {
    await removeAgent(catalogOf(app, call.caller), actorOf(call), {
      id: call.params.id as AgentId,
      expectedVersion: expectedVersion(call.request.headers),
    })
    return { body: null }
  })

  bind(agentRoutes.models, async ({ caller }) => {
    const models = await app.models.of(caller.principal.tenantId)
    return { body: { items: [...offeredModels(models)] } }
  })
}

async function depsOf(app: Application, caller: Caller): Promise<AgentDeps> {
  const { byId } = await app.models.of(caller.principal.tenantId)
  const choices: AgentChoices = {
    toolsets: app.toolsets.map(({ name }) => name),
    models: [...byId.keys()],
    checkToolsets: (names) => void selectedTools(app.toolsets, names),
  }
  return { ...catalogOf(app, caller), choices }
}

function replyWith(agent: Agent): { body: AgentBody; headers: Record<string, string> } {
  return { body: toAgentBody(agent), headers: { etag: etagOf(agent.version) } }
}

function toAgentBody(agent: Agent): AgentBody {
  return {
    id: agent.id,
    name: agent.name,
    instruction: agent.instruction,
    model_id: agent.modelId,
    toolsets: [...agent.toolsets],
    skill_ids: [...agent.skillIds],
    routing: agent.routing ? toRoutingUpdate(agent.routing) : null,
    etag: etagOf(agent.version),
    created_by: agent.createdBy,
    created_at: wireTime(agent.createdAt),
    updated_at: wireTime(agent.updatedAt),
  }
}
