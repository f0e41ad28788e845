import type { OrganisationSettings } from '@repertoire/core/domain'
import { connectorAccessOf } from '@repertoire/core/use'
import type { CheckedConnectorBody, ConnectorBody } from '@repertoire/protocol'
import type {
  CheckedConnector,
  ConnectorOverview,
} from '../../runtime/connectors/connector-service.ts'
import { etagOf } from './etag.ts'
import { wireTime } from './time.ts'

type AccessSettings = Pick<OrganisationSettings, 'connectorAccess'>

/** A connector's body, with the organisation's access setting. */
export function toConnectorBody(
  connector: ConnectorOverview,
  settings: AccessSettings,
): ConnectorBody {
  const { name, title, description, kind, endpoint, status, problem, added } = connector
  return {
    ...{ name, title, description, kind, endpoint, status, problem },
    open_world: connector.openWorld,
    tools: connector.toolCount,
    tools_left_out: connector.omittedTools,
    access: connectorAccessOf(settings, name),
    source: added ? 'organisation' : 'file',
    headers: (added?.headers ?? []).map((one) => ({
      name: one.name,
      set_at: wireTime(one.setAt),
    })),
    etag: added && etagOf(added.version),
  }
}

export function toCheckedConnectorBody(
  connector: CheckedConnector,
  settings: AccessSettings,
): CheckedConnectorBody {
  const { toolNames, hint } = connector
  return { ...toConnectorBody(connector, settings), tool_names: [...toolNames], hint }
}
