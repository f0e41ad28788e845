import { inboxKeysQuery, inboxKeysSchema, inboxPageSchema, inboxQuery } from '../schemas/inbox.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Review'

/** Everything that waits for a person, in one list. */
export const inboxRoutes = {
  list: apiRoute({
    operationId: 'listInbox',
    method: 'get',
    path: '/api/v1/inbox',
    tag,
    summary:
      'List everything that waits for a decision of yours: approvals, imports, updates, proposals',
    access: 'skills.read',
    query: inboxQuery,
    response: { status: 200, schema: inboxPageSchema },
  }),
  keys: apiRoute({
    operationId: 'listInboxKeys',
    method: 'get',
    path: '/api/v1/inbox/keys',
    tag,
    summary: 'Name every import and update that matches, with its digest, for a decision on many',
    description:
      'At most 20,000, the oldest first. `POST /api/v1/arrivals/decide` takes 500 of them at a time.',
    access: 'skills.read',
    query: inboxKeysQuery,
    response: { status: 200, schema: inboxKeysSchema },
  }),
} as const
