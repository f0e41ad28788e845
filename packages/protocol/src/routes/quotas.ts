import { z } from '@hono/zod-openapi'
import { quotaSchema } from '../schemas/quota.ts'
import { apiRoute } from './api-route.ts'

/** The operator's limits of the organisation. */
export const quotaRoutes = {
  list: apiRoute({
    operationId: 'listQuotas',
    method: 'get',
    path: '/api/v1/quotas',
    tag: 'Settings',
    summary: 'List what the organisation and the caller use, and the limits the operator set',
    access: 'authenticated',
    response: {
      status: 200,
      schema: z.object({ items: z.array(quotaSchema) }).openapi('QuotaList'),
    },
  }),
} as const
