import { cursorQuery } from '../schemas/common.ts'
import {
  memoriesListSchema,
  memoriesSchema,
  memoriesUpdateSchema,
  memoryPageSchema,
  memoryQuery,
  memoryVersionParam,
} from '../schemas/memories.ts'
import { routesWithTag } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const route = routesWithTag('Memories')

/** What agents remember about the caller. Nobody reads the memories of another person, not even owners and admins. */
export const memoryRoutes = {
  get: route({
    operationId: 'getMemories',
    method: 'get',
    path: '/api/v1/memories',
    summary: 'Read what an agent remembers about you',
    access: 'conversations.use',
    query: memoryQuery,
    response: { status: 200, schema: memoriesSchema },
    problems: [404],
  }),
  put: route({
    operationId: 'putMemories',
    method: 'put',
    path: '/api/v1/memories',
    summary: 'Write what an agent remembers about you, as a new version',
    description: 'The agent’s system prompt contains it from the next step on.',
    access: 'conversations.use',
    query: memoryQuery,
    headers: ifMatchHeader,
    body: memoriesUpdateSchema,
    response: { status: 200, schema: memoriesSchema },
    problems: [404, 412, 413],
  }),
  list: route({
    operationId: 'listMemories',
    method: 'get',
    path: '/api/v1/memories/agents',
    summary: 'List the agents that remember something about you, with the text',
    access: 'conversations.use',
    response: { status: 200, schema: memoriesListSchema },
  }),
  history: route({
    operationId: 'listMemoryVersions',
    method: 'get',
    path: '/api/v1/memories/history',
    summary: 'List the versions of what an agent remembers about you, newest first',
    access: 'conversations.use',
    query: memoryQuery.extend(cursorQuery),
    response: { status: 200, schema: memoryPageSchema },
    problems: [404],
  }),
  restore: route({
    operationId: 'restoreMemories',
    method: 'post',
    path: '/api/v1/memories/history/{version}/restore',
    summary: 'Restore an earlier version as a new version; 0 is the state before the first',
    access: 'conversations.use',
    params: memoryVersionParam,
    query: memoryQuery,
    headers: ifMatchHeader,
    response: { status: 200, schema: memoriesSchema },
    problems: [412],
  }),
} as const
