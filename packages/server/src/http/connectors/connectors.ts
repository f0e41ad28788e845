import { ProblemError } from '@repertoire/core/base'
import { missingPermission, type OrganisationSettings } from '@repertoire/core/domain'
import { connectorAccessOf, unknownConnector } from '@repertoire/core/use'
import { connectorRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toCheckedConnectorBody, toConnectorBody } from '../wire/connector.ts'

/** The connectors of the operator's file (D), read-only, and those that owners added (see organisation-connectors.ts). */
export function bindConnectors(bind: BindRoute, app: Application): void {
  const { connectors } = app

  bind(connectorRoutes.list, async ({ caller }) => {
    const { settings } = await catalogOf(app, caller).store.settings.get()
    const isAdmin = mayAdminister(caller)
    const overview = await connectors.overview(caller.principal.tenantId)
    const items = overview.connectors
      .map((connector) => toConnectorBody(connector, settings))
      .filter(({ access }) => isAdmin || access !== 'off')
      .map((body) => (isAdmin ? body : { ...body, problem: null, headers: [] }))
    return { body: { items, file_problem: isAdmin ? overview.problem : null } }
  })

  bind(connectorRoutes.tools, async ({ params, caller, request }) => {
    const { settings } = await catalogOf(app, caller).store.settings.get()
    if (isHidden(params.name, settings, caller))
      throw new ProblemError(unknownConnector(params.name))
    const tools = await connectors.tools(caller.principal, params.name, request.signal)
    const items = tools.map(({ name, description, inputSchema }) => {
      return { name, description, input_schema: inputSchema }
    })
    return { body: { items } }
  })

  bind(connectorRoutes.check, async ({ params, caller, request }) => {
    const { settings } = await catalogOf(app, caller).store.settings.get()
    const found = await connectors.check(caller.principal, params.name, request.signal)
    return { body: toCheckedConnectorBody(found, settings) }
  })
}

function mayAdminister({ principal }: Caller): boolean {
  return missingPermission(principal, 'settings.write') === undefined
}

function isHidden(
  name: string,
  settings: Pick<OrganisationSettings, 'connectorAccess'>,
  caller: Caller,
): boolean {
  return connectorAccessOf(settings, name) === 'off' && !mayAdminister(caller)
}
