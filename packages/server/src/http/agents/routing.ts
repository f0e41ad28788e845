import { ProblemError } from '@repertoire/core/base'
import { explainRouting, type RoutingPorts } from '@repertoire/core/choose'
import { defaultScoreTable } from '@repertoire/core/domain'
import { routedToolsetName } from '@repertoire/core/use'
import { routingRoutes } from '@repertoire/protocol'
import type { Application } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { turnRouting } from '../turn/turn-routing.ts'
import { toRoutingAnswer, toScoreTable } from '../wire/routing.ts'

/** Explains which skills are offered for a message, and why others are not. */
export function bindRouting(bind: BindRoute, app: Application): void {
  bind(routingRoutes.options, async () => ({
    body: {
      vocabularies: [...app.routing.vocabularies.names],
      table: toScoreTable(defaultScoreTable),
      stages: [...app.routing.vocabularies.stages],
      asset_classes: [...app.routing.vocabularies.assetClasses],
    },
  }))

  bind(routingRoutes.explain, async ({ body, caller, request: httpRequest }) => {
    const { services, request, environment, preferences, tools } = await turnRouting(app, caller, {
      agentId: body.agent_id,
      signal: httpRequest.signal,
    })
    const { message, signal } = body
    const turn = {
      ...{ message, environment },
      signal: signal
        ? {
            source: signal.source,
            assetClass: signal.asset_class ?? null,
            suggestedStages: signal.suggested_stages,
          }
        : null,
    }
    const explained = await explainRouting(services, { ...request, turn }, body.skill ?? null)
    const routed = tools.toolsets.includes(routedToolsetName)
    return { body: toRoutingAnswer(explained, { preferences, routed }) }
  })
}

/** Throws ProblemError `routing.unknown-vocabulary` for a vocabulary that this server does not have. */
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
