import {
  inboxNotificationChangeSchema,
  inboxNotificationSetSchema,
  inboxNotificationStateSchema,
  inboxNotificationTestSchema,
} from '../schemas/inbox-notification.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Review')
const path = '/api/v1/inbox/notification'

/** Where the digest of what waits is sent. For owners. */
export const inboxNotificationRoutes = {
  get: route({
    operationId: 'getInboxNotification',
    method: 'get',
    path,
    summary: 'Read where the digest of the inbox is sent, and what happened last',
    access: 'settings.write',
    response: { status: 200, schema: inboxNotificationStateSchema },
  }),
  set: route({
    operationId: 'setInboxNotification',
    method: 'post',
    path,
    summary: 'Have the digest of the inbox sent to a webhook',
    description:
      'A JSON body `{type: "inbox.digest", at, total, by_kind, by_verdict, oldest_at, url}`, signed as Standard Webhooks says: `webhook-id`, `webhook-timestamp`, `webhook-signature`. It has numbers alone, no names and no texts.',
    access: 'settings.write',
    freshLogin: true,
    body: inboxNotificationChangeSchema,
    response: { status: 200, schema: inboxNotificationSetSchema },
    problems: [409],
  }),
  remove: route({
    operationId: 'removeInboxNotification',
    method: 'delete',
    path,
    summary: 'Have no digest sent any more; its secret is deleted',
    access: 'settings.write',
    freshLogin: true,
    response: { status: 204, schema: null },
    problems: [404],
  }),
  test: route({
    operationId: 'testInboxNotification',
    method: 'post',
    path: `${path}/test`,
    summary: 'Send how much waits now as `inbox.test`, and say what came back',
    access: 'settings.write',
    response: { status: 200, schema: inboxNotificationTestSchema },
    problems: [404],
  }),
} as const
