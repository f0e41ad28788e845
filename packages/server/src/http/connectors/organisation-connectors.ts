import type { TenantId } from '@repertoire/core/base'
import type { StoredConnector, StoredHeader } from '@repertoire/core/domain'
import {
  addConnector,
  type ConnectorChange,
  changeConnector,
  type HeaderChange,
  removeConnector,
  requireConnectorOwner,
  storedConnectorNotFound,
} from '@repertoire/core/keep'
import { type ConnectorBody, type ConnectorUpdate, connectorRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import type { HeaderValue } from '../../runtime/connectors/stored-connectors.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { expectedVersion } from '../base/conditional-requests.ts'
import { toConnectorBody } from '../wire/connector.ts'
import { etagOf } from '../wire/etag.ts'

/** Connectors that owners add. No response, log line or audit entry contains the value of a header. */
export function bindOrganisationConnectors(bind: BindRoute, app: Application): void {
  bind(connectorRoutes.create, async (call) => {
    requireConnectorOwner(call.caller.principal)
    const { tenantId } = call.caller.principal
    const { name, title = name, description, url, headers, open_world: openWorld } = call.body
    const stored = await Promise.all(
      headers.map((one) =>
        storedHeader(app, tenantId, { connector: name, header: one.name, value: one.value }),
      ),
    )
    const added = await addConnector(catalogOf(app, call.caller), actorOf(call), {
      ...{ name, draft: { title, description, url, headers: stored, openWorld } },
      fileNames: await app.connectors.fileNames(tenantId),
    })
    return answerWith(app, call.caller, added)
  })

  bind(connectorRoutes.update, async (call) => {
    requireConnectorOwner(call.caller.principal)
    const { name } = call.params
    const changed = await changeConnector(catalogOf(app, call.caller), actorOf(call), {
      name,
      change: await changeOf(app, call.caller, { name, body: call.body }),
      expectedVersion: expectedVersion(call.request.headers),
    })
    return answerWith(app, call.caller, changed)
  })

  bind(connectorRoutes.remove, async (call) => {
    await removeConnector(catalogOf(app, call.caller), actorOf(call), call.params.name)
    return { body: null }
  })
}

interface NamedUpdate {
  readonly name: string
  readonly body: ConnectorUpdate
}

async function changeOf(
  app: Application,
  { principal }: Caller,
  { name, body }: NamedUpdate,
): Promise<ConnectorChange['change']> {
  const { title, description, url, headers, open_world: openWorld } = body
  const changed = headers?.map(async ({ name: header, value }): Promise<HeaderChange> => {
    if (value === null) return { name: header, encrypted: null }
    return storedHeader(app, principal.tenantId, { connector: name, header, value })
  })
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(url !== undefined && { url }),
    ...(changed && { headers: await Promise.all(changed) }),
    ...(openWorld !== undefined && { openWorld }),
  }
}

async function storedHeader(
  app: Application,
  tenantId: TenantId,
  given: HeaderValue,
): Promise<StoredHeader> {
  const encrypted = await app.storedConnectors.encrypt(tenantId, given)
  return { name: given.header, encrypted, setAt: app.clock.now() }
}

async function answerWith(
  app: Application,
  caller: Caller,
  { name, version }: StoredConnector,
): Promise<{ body: ConnectorBody; headers: { etag: string } }> {
  const { settings } = await catalogOf(app, caller).store.settings.get()
  const { connectors } = await app.connectors.overview(caller.principal.tenantId)
  const found = connectors.find((one) => one.name === name && one.added)
  if (!found) throw storedConnectorNotFound(name)
  return { body: toConnectorBody(found, settings), headers: { etag: etagOf(version) } }
}
