import { connectorAccessOf, type OrganisationSettings } from '@repertoire/core'
import type { ConnectorBody } from '@repertoire/protocol'
import type { ConnectorOverview } from '../connectors/connector-service.ts'

/** A connector's body, with the organisation's access setting. */
export function toConnectorBody(
  connector: ConnectorOverview,
  settings: Pick<OrganisationSettings, 'connectorAccess'>,
): ConnectorBody {
  const { name, title, description, kind, endpoint, status, problem } = connector
  return {
    ...{ name, title, description, kind, endpoint, status, problem },
    open_world: connector.openWorld,
    tools: connector.toolCount,
    tools_left_out: connector.omittedTools,
    access: connectorAccessOf(settings, name),
  }
}
