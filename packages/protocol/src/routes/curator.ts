import { z } from '@hono/zod-openapi'
import {
  curatorSchema,
  sweepRequestSchema,
  sweepSchema,
  sweepUndoneSchema,
} from '../schemas/curator.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Curator')

/** Archives skills that agents made and nobody uses. */
export const curatorRoutes = {
  get: route({
    operationId: 'getCurator',
    method: 'get',
    path: '/api/v1/curator',
    summary: 'Get the rule of the curator and its last sweep',
    access: 'skills.read',
    response: { status: 200, schema: curatorSchema },
  }),
  sweep: route({
    operationId: 'sweepSkills',
    method: 'post',
    path: '/api/v1/curator/sweep',
    summary: 'Run a sweep of the curator now, or a dry run',
    access: 'settings.write',
    body: sweepRequestSchema,
    response: { status: 200, schema: sweepSchema },
  }),
  undo: route({
    operationId: 'undoSweep',
    method: 'post',
    path: '/api/v1/curator/sweeps/{id}/undo',
    summary: 'Undo a sweep: unarchive what it archived',
    description: 'Only skills you may write, and only those unchanged since the sweep.',
    access: 'skills.write',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    response: { status: 200, schema: sweepUndoneSchema },
  }),
} as const
