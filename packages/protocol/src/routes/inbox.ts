import { inboxKeysQuery, inboxKeysSchema, inboxPageSchema, inboxQuery } from '../schemas/inbox.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Review')

/** Everything that waits for a person, in one list. */
export const inboxRoutes = {
  list: route({
    operationId: 'listInbox',
    method: 'get',
    path: '/api/v1/inbox',
    summary:
      'List everything that waits for a decision of yours: approvals, imports, updates, proposals',
    access: 'skills.read',
    query: inboxQuery,
    response: { status: 200, schema: inboxPageSchema },
  }),
  keys: route({
    operationId: 'listInboxKeys',
    method: 'get',
    path: '/api/v1/inbox/keys',
    summary: 'Name every import and update that matches, with its digest, for a decision on many',
    description:
      'At most 20,000, the oldest first. `POST /api/v1/arrivals/decide` takes 500 of them at a time.',
    access: 'skills.read',
    query: inboxKeysQuery,
    response: { status: 200, schema: inboxKeysSchema },
  }),
} as const
