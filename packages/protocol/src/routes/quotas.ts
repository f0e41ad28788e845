import { z } from '@hono/zod-openapi'
import { quotaSchema } from '../schemas/quota.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Settings')

/** The operator's limits of the organisation. */
export const quotaRoutes = {
  list: route({
    operationId: 'listQuotas',
    method: 'get',
    path: '/api/v1/quotas',
    summary: 'List what the organisation and the caller use, and the limits the operator set',
    access: 'authenticated',
    response: {
      status: 200,
      schema: z.object({ items: z.array(quotaSchema) }).openapi('QuotaList'),
    },
  }),
} as const
