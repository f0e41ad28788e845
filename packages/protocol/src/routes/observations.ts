import { cursorQuery } from '../schemas/common.ts'
import {
  observationPageSchema,
  observationQuery,
  observationsListSchema,
  observationsSchema,
  observationsUpdateSchema,
  observationVersionParam,
} from '../schemas/observations.ts'
import { apiRoute } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const tag = 'Observations'

/** What agents remember about the caller (B6): nobody, owners and admins included, reads anybody else's. */
export const observationRoutes = {
  get: apiRoute({
    operationId: 'getObservations',
    method: 'get',
    path: '/api/v1/observations',
    tag,
    summary: 'Read what an agent remembers about you',
    access: 'conversations.use',
    query: observationQuery,
    answer: { status: 200, schema: observationsSchema },
  }),
  put: apiRoute({
    operationId: 'putObservations',
    method: 'put',
    path: '/api/v1/observations',
    tag,
    summary: 'Write what an agent is to remember about you, as a new version',
    description: 'It stands in the agent’s system prompt from its next step on.',
    access: 'conversations.use',
    query: observationQuery,
    headers: ifMatchHeader,
    body: observationsUpdateSchema,
    answer: { status: 200, schema: observationsSchema },
    problems: [412, 413],
  }),
  list: apiRoute({
    operationId: 'listObservations',
    method: 'get',
    path: '/api/v1/observations/agents',
    tag,
    summary: 'List the agents that remember something about you, with what',
    access: 'conversations.use',
    answer: { status: 200, schema: observationsListSchema },
  }),
  history: apiRoute({
    operationId: 'listObservationVersions',
    method: 'get',
    path: '/api/v1/observations/history',
    tag,
    summary: 'List the versions of what an agent remembers about you, newest first',
    access: 'conversations.use',
    query: observationQuery.extend(cursorQuery),
    answer: { status: 200, schema: observationPageSchema },
  }),
  restore: apiRoute({
    operationId: 'restoreObservations',
    method: 'post',
    path: '/api/v1/observations/history/{version}/restore',
    tag,
    summary: 'Bring an earlier version back, as a new one; 0 is the time before the first',
    access: 'conversations.use',
    params: observationVersionParam,
    query: observationQuery,
    headers: ifMatchHeader,
    answer: { status: 200, schema: observationsSchema },
    problems: [412],
  }),
} as const
