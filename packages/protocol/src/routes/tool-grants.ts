import { idParam } from '../schemas/common.ts'
import {
  toolGrantCreateSchema,
  toolGrantListQuery,
  toolGrantPageSchema,
  toolGrantSchema,
  toolStandingListSchema,
} from '../schemas/tool-grants.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Tools'

/** What tools need before they are called, and what is allowed beforehand (E6). */
export const toolRoutes = {
  list: apiRoute({
    operationId: 'listTools',
    method: 'get',
    path: '/api/v1/tools',
    tag,
    summary: 'List all tools with the tier each has, and where it comes from',
    description:
      'Tiers are set by `tool_tiers` of the settings. Connectors are asked for their tools.',
    access: 'settings.write',
    response: { status: 200, schema: toolStandingListSchema },
  }),
  grants: apiRoute({
    operationId: 'listToolGrants',
    method: 'get',
    path: '/api/v1/tool-grants',
    tag,
    summary: 'List grants, newest first: everybody’s for owners and admins, else your own',
    access: 'conversations.use',
    query: toolGrantListQuery,
    response: { status: 200, schema: toolGrantPageSchema },
  }),
  createGrant: apiRoute({
    operationId: 'createToolGrant',
    method: 'post',
    path: '/api/v1/tool-grants',
    tag,
    summary: 'Let a tool be called in turns that no person started',
    description:
      'Owners and admins only. It is for the tool as it is now, with such arguments, so many times, until then.',
    access: 'settings.write',
    body: toolGrantCreateSchema,
    response: { status: 201, schema: toolGrantSchema },
    problems: [409],
  }),
  revokeGrant: apiRoute({
    operationId: 'revokeToolGrant',
    method: 'delete',
    path: '/api/v1/tool-grants/{id}',
    tag,
    summary: 'Revoke a grant; owners, admins and the person it stands for may',
    access: 'conversations.use',
    params: idParam,
    response: { status: 200, schema: toolGrantSchema },
  }),
} as const
