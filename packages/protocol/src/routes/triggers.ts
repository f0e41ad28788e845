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
import { routesWithTag } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const route = routesWithTag('Triggers')

/** Maximum bytes of one delivery. */
export const deliveryLimit = 64 * 1024

/** Schedules and webhooks that start autonomous turns. */
export const triggerRoutes = {
  deliver: route({
    operationId: 'deliverTrigger',
    method: 'post',
    path: '/api/v1/trigger-deliveries',
    summary: 'Deliver to a webhook',
    description:
      'Signed with the secret of the webhook according to Standard Webhooks: HMAC-SHA256 over "<webhook-id>.<webhook-timestamp>.<body>". Idempotent: the same webhook-id and body return the same response and start no second turn.',
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
        .describe('v1,<base64>; several signatures are separated by spaces.'),
    }),
    upload: {
      'application/json': { type: 'object' },
      'text/plain': { type: 'string' },
    },
    bodyLimit: deliveryLimit,
    response: { status: 202, schema: triggerDeliveredSchema },
    problems: [400, 401, 409, 429],
  }),
  list: route({
    operationId: 'listTriggers',
    method: 'get',
    path: '/api/v1/triggers',
    summary: 'List your triggers, newest first; owners and admins may list those of other people',
    access: 'conversations.use',
    query: z.object({
      ...cursorQuery,
      everybody: z
        .enum(['true', 'false'])
        .default('false')
        .describe('All triggers of the organisation; for owners and admins.'),
      owner: z
        .string()
        .max(100)
        .optional()
        .describe('Id of the owner; other people for owners and admins only.'),
      enabled: z.enum(['true', 'false']).optional().describe('Only enabled or only disabled ones.'),
    }),
    response: { status: 200, schema: triggerPageSchema },
  }),
  create: route({
    operationId: 'createTrigger',
    method: 'post',
    path: '/api/v1/triggers',
    summary: 'Create a schedule or a webhook',
    access: 'conversations.use',
    body: triggerCreateSchema,
    response: { status: 201, schema: triggerCreatedSchema },
    problems: [409],
  }),
  times: route({
    operationId: 'previewTriggerTimes',
    method: 'get',
    path: '/api/v1/trigger-times',
    summary: 'Describe a schedule in words, with its next five times',
    access: 'conversations.use',
    query: triggerTimesQuery,
    response: { status: 200, schema: triggerTimesSchema },
  }),
  get: route({
    operationId: 'getTrigger',
    method: 'get',
    path: '/api/v1/triggers/{id}',
    summary: 'Get a trigger; owners and admins see those of all people, without the message',
    access: 'conversations.use',
    params: idParam,
    response: { status: 200, schema: triggerSchema },
  }),
  update: route({
    operationId: 'updateTrigger',
    method: 'put',
    path: '/api/v1/triggers/{id}',
    summary: 'Change one of your triggers',
    access: 'conversations.use',
    params: idParam,
    headers: ifMatchHeader,
    body: triggerUpdateSchema,
    response: { status: 200, schema: triggerSchema },
    problems: [412],
  }),
  stop: route({
    operationId: 'stopTrigger',
    method: 'post',
    path: '/api/v1/triggers/{id}/stop',
    summary: 'Disable a trigger; owners and admins may disable those of all people',
    access: 'conversations.use',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  remove: route({
    operationId: 'deleteTrigger',
    method: 'delete',
    path: '/api/v1/triggers/{id}',
    summary:
      'Delete a trigger; owners and admins may delete those of all people. Its conversations stay',
    access: 'conversations.use',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  run: route({
    operationId: 'runTrigger',
    method: 'post',
    path: '/api/v1/triggers/{id}/run',
    summary: 'Fire a trigger now',
    access: 'conversations.use',
    params: idParam,
    response: { status: 202, schema: triggerFiringSchema },
    problems: [409, 429],
  }),
  renewSecret: route({
    operationId: 'renewTriggerSecret',
    method: 'post',
    path: '/api/v1/triggers/{id}/secret',
    summary: 'Rotate the secret of one of your webhooks',
    access: 'conversations.use',
    params: idParam,
    response: { status: 200, schema: triggerSecretSchema },
    problems: [409],
  }),
  firings: route({
    operationId: 'listTriggerFirings',
    method: 'get',
    path: '/api/v1/triggers/{id}/firings',
    summary:
      'List the firings of a trigger, newest first; kept for 30 days. Owners and admins see those of all people',
    access: 'conversations.use',
    params: idParam,
    query: z.object(cursorQuery),
    response: { status: 200, schema: triggerFiringPageSchema },
  }),
} as const
