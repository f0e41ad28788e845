import { setImmediate } from 'node:timers/promises'
import { isAdministrator } from '@repertoire/core/domain'
import { listIntegrations, removeIntegration, setUpIntegration } from '@repertoire/core/ingest'
import { integrationRoutes } from '@repertoire/protocol'
import { reportBroken } from '../../ingestion/integrations/report-broken.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { acknowledgedOf } from '../skills/acknowledged-findings.ts'
import { toIntegrationBody, toOutcomeBody } from '../wire/integration.ts'

const yieldToEventLoop = () => setImmediate()

/** Integrations and the skills they bring. */
export function bindIntegrations(bind: BindRoute, app: Application): void {
  const { catalogue, folder } = app.integrations

  bind(integrationRoutes.list, async (call) => {
    const { caller } = call
    const folders = await catalogue.list()
    const found = await listIntegrations(catalogOf(app, caller), actorOf(call), {
      folders,
      yieldToEventLoop,
    })
    const visibleFolder = isAdministrator(caller.principal.role) ? folder : null
    return { body: { items: found.map(toIntegrationBody), folder: visibleFolder } }
  })

  bind(integrationRoutes.setUp, async (call) => {
    const { domain } = call.params
    const { outcomes } = await setUpIntegration(catalogOf(app, call.caller), actorOf(call), {
      domain,
      scope: call.body.scope,
      acknowledged: acknowledgedOf(call.body.acknowledged_findings),
      catalogue,
      yieldToEventLoop,
    })
    reportBroken(call.context.get('log')(), domain, outcomes)
    return { body: { outcomes: outcomes.map(toOutcomeBody) } }
  })

  bind(integrationRoutes.remove, async (call) => {
    const { domain } = call.params
    const { scope } = call.query
    const outcomes = await removeIntegration(catalogOf(app, call.caller), actorOf(call), {
      domain,
      scope,
    })
    return { body: { outcomes: outcomes.map(toOutcomeBody) } }
  })
}
