import {
  connectorListSchema,
  connectorParam,
  connectorSchema,
  connectorToolListSchema,
} from '../schemas/connectors.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Connectors'

/** MCP servers the operator has configured. Who may use them is a setting, `connector_access`. */
export const connectorRoutes = {
  list: apiRoute({
    operationId: 'listConnectors',
    method: 'get',
    path: '/api/v1/connectors',
    tag,
    summary: 'List the connectors and how they are',
    description:
      'Contacts none of them. Members do not see those that are switched off, nor what is wrong with one.',
    access: 'conversations.use',
    response: { status: 200, schema: connectorListSchema },
  }),
  tools: apiRoute({
    operationId: 'listConnectorTools',
    method: 'get',
    path: '/api/v1/connectors/{name}/tools',
    tag,
    summary: 'List the tools of a connector',
    description: 'Connects to it when it is not connected. Names and descriptions are its own.',
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
    summary: 'Connect to a connector now and say what is there',
    access: 'settings.write',
    params: connectorParam,
    response: { status: 200, schema: connectorSchema },
    problems: [404],
  }),
} as const
