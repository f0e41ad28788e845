import type { AgentId } from '@repertoire/core/base'
import {
  type MemoryDeps,
  maxMemoryLength,
  memoryKey,
  restoreMemories,
  writeMemories,
} from '@repertoire/core/keep'
import type { MemoryVersion } from '@repertoire/core/ports'
import {
  type MemoriesBody,
  type MemoryVersionBody,
  memoriesUpdateSchema,
  memoryRoutes,
} from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { expectedVersion } from '../base/conditional-requests.ts'
import { etagOf } from '../wire/etag.ts'
import { wireTime } from '../wire/time.ts'

/** What agents remember about the caller, who alone reads and writes it. */
export function bindMemories(bind: BindRoute, app: Application): void {
  bind(memoryRoutes.get, async ({ query, caller }) => {
    const { store } = depsOf(app, caller)
    const agentId = agentOf(query)
    const key = await memoryKey(store, caller.principal, agentId)
    return replyWith(agentId, await store.memories.get(key))
  })

  bind(memoryRoutes.put, async (call) => {
    const agentId = agentOf(call.query)
    const { store, ...ports } = depsOf(app, call.caller)
    const key = await memoryKey(store, call.caller.principal, agentId)
    const current = toBody(agentId, await store.memories.get(key))
    changedFields({
      ...{ resource: 'observations', update: memoriesUpdateSchema, body: call.body, current },
      volatile: ['etag', 'updated_at'],
    })
    const { text, reason } = call.body
    const expected = expectedVersion(call.request.headers)
    const request = { agentId, text, reason, expectedVersion: expected }
    return replyWith(agentId, await writeMemories({ store, ...ports }, actorOf(call), request))
  })

  bind(memoryRoutes.list, async ({ caller }) => {
    const all = await depsOf(app, caller).store.memories.all(caller.principal.userId)
    return { body: { items: all.map((one) => toBody(one.agentId, one)) } }
  })

  bind(memoryRoutes.history, async ({ query, caller }) => {
    const { store } = depsOf(app, caller)
    const key = await memoryKey(store, caller.principal, agentOf(query))
    const page = await store.memories.history(key, query)
    return { body: { items: page.items.map(toVersionBody), next_cursor: page.nextCursor } }
  })

  bind(memoryRoutes.restore, async (call) => {
    const agentId = agentOf(call.query)
    const expected = expectedVersion(call.request.headers)
    const request = { agentId, number: call.params.version, expectedVersion: expected }
    const deps = depsOf(app, call.caller)
    return replyWith(agentId, await restoreMemories(deps, actorOf(call), request))
  })
}

function depsOf(app: Application, caller: Caller): MemoryDeps {
  return catalogOf(app, caller)
}

function agentOf({ agent_id }: { readonly agent_id?: string | undefined }): AgentId | null {
  return (agent_id as AgentId | undefined) ?? null
}

function replyWith(agentId: AgentId | null, version: MemoryVersion | null) {
  const body = toBody(agentId, version)
  return { body, headers: { etag: body.etag } }
}

function toBody(agentId: AgentId | null, version: MemoryVersion | null): MemoriesBody {
  const text = version?.text ?? ''
  return {
    agent_id: agentId,
    version: version?.number ?? 0,
    text,
    characters: [...text].length,
    max_characters: maxMemoryLength,
    author: version?.author ?? null,
    updated_at: version ? wireTime(version.createdAt) : null,
    etag: etagOf(version?.number ?? 0),
  }
}

function toVersionBody(version: MemoryVersion): MemoryVersionBody {
  const { number, text, author, reason, createdAt, conversationId } = version
  const created_at = wireTime(createdAt)
  return { version: number, text, author, reason, created_at, conversation_id: conversationId }
}
