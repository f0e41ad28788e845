import { z } from '@hono/zod-openapi'
import { cursorQuery, idParam } from '../schemas/common.ts'
import {
  triggerCreatedSchema,
  triggerCreateSchema,
  triggerDeliveredSchema,
  triggerFiringPageSchema,
  triggerFiringSchema,
  triggerPageSchema,
  triggerSchema,
  triggerSecretSchema,
  triggerTimesQuery,
  triggerTimesSchema,
  triggerUpdateSchema,
} from '../schemas/triggers.ts'
import { apiRoute } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const tag = 'Triggers'

/** Bytes of one delivery. */
export const deliveryLimit = 64 * 1024

/** Schedules and webhooks that start turns no person starts (E8). */
export const triggerRoutes = {
  deliver: apiRoute({
    operationId: 'deliverTrigger',
    method: 'post',
    path: '/api/v1/trigger-deliveries',
    tag,
    summary: 'Deliver to a webhook',
    description:
      'Signed with the webhook’s secret as Standard Webhooks says: HMAC-SHA256 over "<webhook-id>.<webhook-timestamp>.<body>". The same webhook-id and body are answered the same and start no second turn.',
    access: 'public',
    headers: z.object({
      'repertoire-trigger': z.string().optional().describe('The id of the webhook.'),
      'webhook-id': z
        .string()
        .optional()
        .describe('The idempotency key: at most 200 visible ASCII characters, no full stop.'),
      'webhook-timestamp': z
        .string()
        .optional()
        .describe('Seconds since 1970, within five minutes of now.'),
      'webhook-signature': z
        .string()
        .optional()
        .describe('v1,<base64>; several are divided by spaces.'),
    }),
    upload: {
      'application/json': { type: 'object' },
      'text/plain': { type: 'string' },
    },
    bodyLimit: deliveryLimit,
    response: { status: 202, schema: triggerDeliveredSchema },
    problems: [400, 401, 409, 429],
  }),
  list: apiRoute({
    operationId: 'listTriggers',
    method: 'get',
    path: '/api/v1/triggers',
    tag,
    summary: 'List your schedules and webhooks, or for owners and admins others’, newest first',
    access: 'conversations.use',
    query: z.object({
      ...cursorQuery,
      everybody: z
        .enum(['true', 'false'])
        .default('false')
        .describe('The organisation’s; for owners and admins.'),
      owner: z
        .string()
        .max(100)
        .optional()
        .describe('The id of whose they are; others’ for owners and admins.'),
      enabled: z.enum(['true', 'false']).optional().describe('Only those that are on, or off.'),
    }),
    response: { status: 200, schema: triggerPageSchema },
  }),
  create: apiRoute({
    operationId: 'createTrigger',
    method: 'post',
    path: '/api/v1/triggers',
    tag,
    summary: 'Set up a schedule or a webhook',
    access: 'conversations.use',
    body: triggerCreateSchema,
    response: { status: 201, schema: triggerCreatedSchema },
    problems: [409],
  }),
  times: apiRoute({
    operationId: 'previewTriggerTimes',
    method: 'get',
    path: '/api/v1/trigger-times',
    tag,
    summary: 'What a schedule says in words, and its next five times',
    access: 'conversations.use',
    query: triggerTimesQuery,
    response: { status: 200, schema: triggerTimesSchema },
  }),
  get: apiRoute({
    operationId: 'getTrigger',
    method: 'get',
    path: '/api/v1/triggers/{id}',
    tag,
    summary: 'Get a schedule or webhook; owners and admins see everybody’s, without its message',
    access: 'conversations.use',
    params: idParam,
    response: { status: 200, schema: triggerSchema },
  }),
  update: apiRoute({
    operationId: 'updateTrigger',
    method: 'put',
    path: '/api/v1/triggers/{id}',
    tag,
    summary: 'Change a schedule or webhook of yours',
    access: 'conversations.use',
    params: idParam,
    headers: ifMatchHeader,
    body: triggerUpdateSchema,
    response: { status: 200, schema: triggerSchema },
    problems: [412],
  }),
  stop: apiRoute({
    operationId: 'stopTrigger',
    method: 'post',
    path: '/api/v1/triggers/{id}/stop',
    tag,
    summary: 'Switch one off; owners and admins may do so for everybody’s',
    access: 'conversations.use',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  remove: apiRoute({
    operationId: 'deleteTrigger',
    method: 'delete',
    path: '/api/v1/triggers/{id}',
    tag,
    summary: 'Remove one; owners and admins may do so for everybody’s. Its conversations stay',
    access: 'conversations.use',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  run: apiRoute({
    operationId: 'runTrigger',
    method: 'post',
    path: '/api/v1/triggers/{id}/run',
    tag,
    summary: 'Start a turn of it now',
    access: 'conversations.use',
    params: idParam,
    response: { status: 202, schema: triggerFiringSchema },
    problems: [409, 429],
  }),
  renewSecret: apiRoute({
    operationId: 'renewTriggerSecret',
    method: 'post',
    path: '/api/v1/triggers/{id}/secret',
    tag,
    summary: 'Give a webhook of yours another secret',
    access: 'conversations.use',
    params: idParam,
    response: { status: 200, schema: triggerSecretSchema },
    problems: [409],
  }),
  firings: apiRoute({
    operationId: 'listTriggerFirings',
    method: 'get',
    path: '/api/v1/triggers/{id}/firings',
    tag,
    summary:
      'What came of it lately, newest first; kept for 30 days. Owners and admins see everybody’s',
    access: 'conversations.use',
    params: idParam,
    query: z.object(cursorQuery),
    response: { status: 200, schema: triggerFiringPageSchema },
  }),
} as const
