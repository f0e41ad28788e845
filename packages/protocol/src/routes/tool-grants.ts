import { idParam } from '../schemas/common.ts'
import {
  toolGrantCreateSchema,
  toolGrantListQuery,
  toolGrantPageSchema,
  toolGrantSchema,
  toolStandingListSchema,
} from '../schemas/tool-grants.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Tools')

/** Permission tiers of tools, and stored grants. */
export const toolRoutes = {
  list: route({
    operationId: 'listTools',
    method: 'get',
    path: '/api/v1/tools',
    summary: 'List all tools with their tier and where it comes from',
    description: 'The setting `tool_tiers` sets tiers. Contacts the connectors for their tools.',
    access: 'settings.write',
    response: { status: 200, schema: toolStandingListSchema },
  }),
  grants: route({
    operationId: 'listToolGrants',
    method: 'get',
    path: '/api/v1/tool-grants',
    summary: 'List grants, newest first: all for owners and admins, otherwise your own',
    access: 'conversations.use',
    query: toolGrantListQuery,
    response: { status: 200, schema: toolGrantPageSchema },
  }),
  createGrant: route({
    operationId: 'createToolGrant',
    method: 'post',
    path: '/api/v1/tool-grants',
    summary: 'Grant calls of a tool in autonomous turns',
    description:
      'Owners and admins only. A grant is bound to the current identity of the tool, to argument constraints, a number of uses and an expiry time.',
    access: 'settings.write',
    freshLogin: true,
    body: toolGrantCreateSchema,
    response: { status: 201, schema: toolGrantSchema },
    problems: [409],
  }),
  revokeGrant: route({
    operationId: 'revokeToolGrant',
    method: 'delete',
    path: '/api/v1/tool-grants/{id}',
    summary: 'Revoke a grant; allowed for owners, admins and the person it is for',
    access: 'conversations.use',
    params: idParam,
    response: { status: 200, schema: toolGrantSchema },
  }),
} as const
