import {
  type AgentId,
  longestObservations,
  type ObservationDeps,
  type ObservationVersion,
  observationKey,
  restoreObservations,
  writeObservations,
} from '@repertoire/core'
import {
  type ObservationsBody,
  type ObservationVersionBody,
  observationRoutes,
} from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../application.ts'
import type { Caller } from '../auth/authenticate.ts'
import type { BindRoute } from './bind-route.ts'
import { etagOf, expectedVersion } from './conditional.ts'
import { wireTime } from './wire/time.ts'

/** What agents remember about the caller, who alone reads and writes it (B6). */
export function bindObservations(bind: BindRoute, app: Application): void {
  bind(observationRoutes.get, async ({ query, caller }) => {
    const { store } = depsOf(app, caller)
    const agentId = agentOf(query)
    const key = await observationKey(store, caller.principal, agentId)
    return replyWith(agentId, await store.observations.get(key))
  })

  bind(observationRoutes.put, async (call) => {
    const agentId = agentOf(call.query)
    const { text, reason } = call.body
    const expected = expectedVersion(call.request.headers)
    const request = { agentId, text, reason, expectedVersion: expected }
    const deps = depsOf(app, call.caller)
    return replyWith(agentId, await writeObservations(deps, actorOf(call), request))
  })

  bind(observationRoutes.list, async ({ caller }) => {
    const all = await depsOf(app, caller).store.observations.all(caller.principal.userId)
    return { body: { items: all.map((one) => toBody(one.agentId, one)) } }
  })

  bind(observationRoutes.history, async ({ query, caller }) => {
    const { store } = depsOf(app, caller)
    const key = await observationKey(store, caller.principal, agentOf(query))
    const page = await store.observations.history(key, query)
    return { body: { items: page.items.map(toVersionBody), next_cursor: page.nextCursor } }
  })

  bind(observationRoutes.restore, async (call) => {
    const agentId = agentOf(call.query)
    const expected = expectedVersion(call.request.headers)
    const request = { agentId, number: call.params.version, expectedVersion: expected }
    const deps = depsOf(app, call.caller)
    return replyWith(agentId, await restoreObservations(deps, actorOf(call), request))
  })
}

function depsOf(app: Application, caller: Caller): ObservationDeps {
  return catalogOf(app, caller)
}

function agentOf({ agent_id }: { readonly agent_id?: string | undefined }): AgentId | null {
  return (agent_id as AgentId | undefined) ?? null
}

function replyWith(agentId: AgentId | null, version: ObservationVersion | null) {
  const body = toBody(agentId, version)
  return { body, headers: { etag: body.etag } }
}

function toBody(agentId: AgentId | null, version: ObservationVersion | null): ObservationsBody {
  const text = version?.text ?? ''
  return {
    agent_id: agentId,
    version: version?.number ?? 0,
    text,
    characters: [...text].length,
    max_characters: longestObservations,
    author: version?.author ?? null,
    updated_at: version ? wireTime(version.createdAt) : null,
    etag: etagOf(version?.number ?? 0),
  }
}

function toVersionBody(version: ObservationVersion): ObservationVersionBody {
  const { number, text, author, reason, createdAt, conversationId } = version
  const created_at = wireTime(createdAt)
  return { version: number, text, author, reason, created_at, conversation_id: conversationId }
}
