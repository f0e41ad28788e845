import {
  connectorListSchema,
  connectorParam,
  connectorSchema,
  connectorToolListSchema,
} from '../schemas/connectors.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Connectors'

/** MCP servers configured by the operator. The setting `connector_access` controls who may use them. */
export const connectorRoutes = {
  list: apiRoute({
    operationId: 'listConnectors',
    method: 'get',
    path: '/api/v1/connectors',
    tag,
    summary: 'List the connectors and their status',
    description:
      'Does not contact the connectors. Members see neither disabled connectors nor their problems.',
    access: 'conversations.use',
    response: { status: 200, schema: connectorListSchema },
  }),
  tools: apiRoute({
    operationId: 'listConnectorTools',
    method: 'get',
    path: '/api/v1/connectors/{name}/tools',
    tag,
    summary: 'List the tools of a connector',
    description:
      'Connects if necessary. Names and descriptions come from the connector and are untrusted.',
    access: 'conversations.use',
    params: connectorParam,
    response: { status: 200, schema: connectorToolListSchema },
    problems: [404, 503],
  }),
  check: apiRoute({
    operationId: 'checkConnector',
    method: 'post',
    path: '/api/v1/connectors/{name}/check',
    tag,
    summary: 'Connect to a connector now and return its status',
    access: 'settings.write',
    params: connectorParam,
    response: { status: 200, schema: connectorSchema },
    problems: [404],
  }),
} as const
