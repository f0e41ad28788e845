import {
  type Agent,
  type AgentId,
  agentNotFound,
  defaultScoreTable,
  explainRouting,
  ProblemError,
  preferencesFor,
  type RoutingPorts,
  routedName,
  settingsOf,
  turnEnvironment,
} from '@repertoire/core'
import { routingRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../application.ts'
import type { BindRoute } from './bind-route.ts'
import { toRoutingAnswer, toScoreTable } from './wire/routing.ts'

/** Why skills are offered for a message, and why others are not (E2). */
export function bindRouting(bind: BindRoute, app: Application): void {
  bind(routingRoutes.options, async () => ({
    body: {
      vocabularies: [...app.routing.vocabularies.names],
      table: toScoreTable(defaultScoreTable),
    },
  }))

  bind(routingRoutes.explain, async ({ body, caller }) => {
    const { store } = catalogOf(app, caller)
    const { principal } = caller
    const { settings } = await store.settings.get()
    const agent = body.agent_id === undefined ? null : await agentOf(app, caller, body.agent_id)
    const tools = await app.engine.toolsFor({ principal, agent })
    const preferences = preferencesFor(settings.routing, agent?.routing)
    const { routing, search, connectors } = app
    const { signal } = body
    const explained = await explainRouting(
      {
        ...{ tenantId: principal.tenantId, viewer: principal.userId },
        ...{ skills: store.skills, search, router: routing.router },
      },
      {
        turn: {
          message: body.message,
          signal: signal
            ? {
                source: signal.source,
                assetClass: signal.asset_class ?? null,
                suggestedStages: signal.suggested_stages,
              }
            : null,
          environment: await turnEnvironment({
            ...{ store, routing, connectors, principal, settings, tools },
          }),
        },
        settings: settingsOf(preferences),
        vocabulary: routing.vocabularies.of(preferences.vocabularies),
      },
      body.skill ?? null,
    )
    const routed = tools.toolsets.includes(routedName)
    return { body: toRoutingAnswer(explained, { preferences, routed }) }
  })
}

async function agentOf(
  app: Application,
  caller: Parameters<typeof catalogOf>[1],
  id: string,
): Promise<Agent> {
  const agent = await catalogOf(app, caller).store.agents.get(id as AgentId)
  if (!agent) throw agentNotFound(id as AgentId)
  return agent
}

/** Refuses names of vocabularies that this server does not have (`routing.unknown-vocabulary`). */
export function checkVocabularies(
  { vocabularies }: Pick<RoutingPorts, 'vocabularies'>,
  names: readonly string[] | undefined,
): void {
  const unknown = names?.find((name) => !vocabularies.names.includes(name))
  if (unknown === undefined) return
  throw new ProblemError({
    code: 'routing.unknown-vocabulary',
    kind: 'invalid',
    message: `There is no vocabulary ${JSON.stringify(unknown)} on this server.`,
    hint: `The vocabularies are: ${vocabularies.names.join(', ') || 'none'}.`,
    details: { vocabularies: [...vocabularies.names] },
  })
}
