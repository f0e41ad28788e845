import { z } from '@hono/zod-openapi'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('System')

/** Health, readiness and documentation. */
export const systemRoutes = {
  health: route({
    operationId: 'getHealth',
    method: 'get',
    path: '/healthz',
    summary: 'Check that the process is alive',
    access: 'public',
    response: {
      status: 200,
      schema: z.object({ status: z.literal('ok') }).openapi('Health'),
    },
  }),
  readiness: route({
    operationId: 'getReadiness',
    method: 'get',
    path: '/readyz',
    summary: 'Check that the process can serve requests',
    description:
      'Also ready while `checks.temporal` is `away`: messages are accepted, and turns wait until Temporal answers. The check is absent where the server executes turns itself.',
    access: 'public',
    response: {
      status: 200,
      schema: z
        .object({
          status: z.literal('ready'),
          checks: z.record(z.string(), z.enum(['ok', 'away'])),
        })
        .openapi('Readiness'),
    },
  }),
  openapi: route({
    operationId: 'getOpenApi',
    method: 'get',
    path: '/api/v1/openapi.json',
    summary: 'Get this API description as OpenAPI 3.1',
    access: 'public',
    response: { status: 200, schema: z.record(z.string(), z.unknown()) },
  }),
  docs: route({
    operationId: 'getDocs',
    method: 'get',
    path: '/api/v1/docs',
    summary: 'Get this API description as an HTML page',
    access: 'public',
    response: { status: 200, schema: null },
    otherResponses: [{ status: 200, mediaType: 'text/html', description: 'The page' }],
  }),
} as const
