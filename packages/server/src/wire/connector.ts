import { connectorAccessOf, type OrganisationSettings } from '@repertoire/core'
import type { ConnectorBody } from '@repertoire/protocol'
import type { ConnectorOverview } from '../connectors/connector-service.ts'

/** A connector as the wire has it, with what the organisation has set for it. */
export function toConnectorBody(
  connector: ConnectorOverview,
  settings: Pick<OrganisationSettings, 'connectorAccess'>,
): ConnectorBody {
  const { name, title, description, kind, endpoint, status, problem } = connector
  return {
    ...{ name, title, description, kind, endpoint, status, problem },
    tools: connector.toolCount,
    tools_left_out: connector.omittedTools,
    access: connectorAccessOf(settings, name),
  }
}
