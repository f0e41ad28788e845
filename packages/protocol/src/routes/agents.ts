import { z } from '@hono/zod-openapi'
import {
  agentCreateSchema,
  agentPageSchema,
  agentSchema,
  agentUpdateSchema,
  modelListSchema,
} from '../schemas/agents.ts'
import { cursorQuery, idParam } from '../schemas/common.ts'
import { routesWithTag } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const route = routesWithTag('Agents')

/** Agents of the organisation: owners and admins set them up, every member may talk with them. */
export const agentRoutes = {
  list: route({
    operationId: 'listAgents',
    method: 'get',
    path: '/api/v1/agents',
    summary: 'List the organisation’s agents, by name',
    access: 'conversations.use',
    query: z.object(cursorQuery),
    response: { status: 200, schema: agentPageSchema },
  }),
  create: route({
    operationId: 'createAgent',
    method: 'post',
    path: '/api/v1/agents',
    summary: 'Set up an agent',
    description:
      'An agent with attached skills sees one line per skill, and loads their text and runs their scripts on demand.',
    access: 'agents.write',
    body: agentCreateSchema,
    response: { status: 201, schema: agentSchema },
    problems: [409],
  }),
  get: route({
    operationId: 'getAgent',
    method: 'get',
    path: '/api/v1/agents/{id}',
    summary: 'Get an agent',
    access: 'conversations.use',
    params: idParam,
    response: { status: 200, schema: agentSchema },
    otherResponses: [
      { status: 304, description: 'Not modified: If-None-Match is the current ETag' },
    ],
  }),
  update: route({
    operationId: 'updateAgent',
    method: 'put',
    path: '/api/v1/agents/{id}',
    summary: 'Change an agent; running turns use the changed agent from their next step',
    access: 'agents.write',
    params: idParam,
    headers: ifMatchHeader,
    body: agentUpdateSchema,
    response: { status: 200, schema: agentSchema },
    problems: [409, 412],
  }),
  remove: route({
    operationId: 'deleteAgent',
    method: 'delete',
    path: '/api/v1/agents/{id}',
    summary: 'Delete an agent; its conversations stay readable but cannot be continued',
    access: 'agents.write',
    params: idParam,
    headers: ifMatchHeader,
    response: { status: 204, schema: null },
    problems: [412],
  }),
  models: route({
    operationId: 'listModels',
    method: 'get',
    path: '/api/v1/models',
    summary: 'List the models an agent may use',
    access: 'conversations.use',
    response: { status: 200, schema: modelListSchema },
  }),
} as const
