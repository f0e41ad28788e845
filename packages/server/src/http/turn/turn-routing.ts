import type { AgentId } from '@repertoire/core/base'
import type { RoutingRequest } from '@repertoire/core/choose'
import { type Agent, preferencesFor, settingsOf } from '@repertoire/core/domain'
import { agentNotFound } from '@repertoire/core/keep'
import { turnEnvironment } from '@repertoire/core/use'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'

/** Everything that routing needs for a turn of this caller with this agent, except the message. */
export async function turnRouting(
  app: Application,
  caller: Caller,
  { agentId, signal }: { readonly agentId?: string | undefined; readonly signal: AbortSignal },
) {
  const { store } = catalogOf(app, caller)
  const { principal } = caller
  const { settings } = await store.settings.get()
  const agent = agentId === undefined ? null : await agentOf(app, caller, agentId)
  const tools = await app.engine.toolsFor({ principal, agent })
  const preferences = preferencesFor(settings.routing, agent?.routing)
  const { routing, search, connectors } = app
  const request: Omit<RoutingRequest, 'turn'> = {
    settings: settingsOf(preferences),
    vocabulary: routing.vocabularies.of(preferences.vocabularies),
  }
  return {
    services: {
      ...{ tenantId: principal.tenantId, viewer: principal.userId },
      ...{ skills: store.skills, search, router: routing.router },
    },
    request,
    environment: await turnEnvironment({
      ...{ store, routing, connectors, principal, settings, tools, signal },
    }),
    ...{ preferences, tools },
  }
}

async function agentOf(app: Application, caller: Caller, id: string): Promise<Agent> {
  const agent = await catalogOf(app, caller).store.agents.get(id as AgentId)
  if (!agent) throw agentNotFound(id as AgentId)
  return agent
}
