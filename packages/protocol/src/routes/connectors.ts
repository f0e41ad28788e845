import {
  checkedConnectorSchema,
  connectorCreateSchema,
  connectorListSchema,
  connectorParam,
  connectorSchema,
  connectorToolListSchema,
  connectorUpdateSchema,
} from '../schemas/connectors.ts'
import { routesWithTag } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const route = routesWithTag('Connectors')

/** MCP servers, configured by the operator or added by owners. The setting `connector_access` controls who may use them. */
export const connectorRoutes = {
  list: route({
    operationId: 'listConnectors',
    method: 'get',
    path: '/api/v1/connectors',
    summary: 'List the connectors and their status',
    description:
      'Does not contact the connectors. Members see neither disabled connectors nor their problems.',
    access: 'conversations.use',
    response: { status: 200, schema: connectorListSchema },
  }),
  tools: route({
    operationId: 'listConnectorTools',
    method: 'get',
    path: '/api/v1/connectors/{name}/tools',
    summary: 'List the tools of a connector',
    description:
      'Connects if necessary. Names and descriptions come from the connector and are untrusted.',
    access: 'conversations.use',
    params: connectorParam,
    response: { status: 200, schema: connectorToolListSchema },
    problems: [404, 503],
  }),
  check: route({
    operationId: 'checkConnector',
    method: 'post',
    path: '/api/v1/connectors/{name}/check',
    summary: 'Connect to a connector now, and say what it offers',
    access: 'settings.write',
    params: connectorParam,
    response: { status: 200, schema: checkedConnectorSchema },
    problems: [404],
  }),
  create: route({
    operationId: 'addConnector',
    method: 'post',
    path: '/api/v1/connectors',
    summary: 'Add a connector by its address',
    description: 'Only owners. The address is checked whenever it is connected to.',
    access: 'settings.write',
    freshLogin: true,
    body: connectorCreateSchema,
    response: { status: 201, schema: connectorSchema },
    problems: [409],
  }),
  update: route({
    operationId: 'updateConnector',
    method: 'put',
    path: '/api/v1/connectors/{name}',
    summary: 'Change a connector; a new host needs the headers again',
    access: 'settings.write',
    freshLogin: true,
    params: connectorParam,
    headers: ifMatchHeader,
    body: connectorUpdateSchema,
    response: { status: 200, schema: connectorSchema },
    problems: [409, 412],
  }),
  remove: route({
    operationId: 'removeConnector',
    method: 'delete',
    path: '/api/v1/connectors/{name}',
    summary: 'Remove a connector with its headers',
    access: 'settings.write',
    freshLogin: true,
    params: connectorParam,
    response: { status: 204, schema: null },
  }),
} as const
