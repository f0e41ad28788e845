import { z } from '@hono/zod-openapi'
import {
  curatorSchema,
  sweepRequestSchema,
  sweepSchema,
  sweepUndoneSchema,
} from '../schemas/curator.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Curator'

/** Archives skills that agents made and nobody uses. */
export const curatorRoutes = {
  get: apiRoute({
    operationId: 'getCurator',
    method: 'get',
    path: '/api/v1/curator',
    tag,
    summary: 'Get the rule of the curator and its last sweep',
    access: 'skills.read',
    response: { status: 200, schema: curatorSchema },
  }),
  sweep: apiRoute({
    operationId: 'sweepSkills',
    method: 'post',
    path: '/api/v1/curator/sweep',
    tag,
    summary: 'Run a sweep of the curator now, or a dry run',
    access: 'settings.write',
    body: sweepRequestSchema,
    response: { status: 200, schema: sweepSchema },
  }),
  undo: apiRoute({
    operationId: 'undoSweep',
    method: 'post',
    path: '/api/v1/curator/sweeps/{id}/undo',
    tag,
    summary: 'Undo a sweep: unarchive what it archived',
    description: 'Only skills you may write, and only those unchanged since the sweep.',
    access: 'skills.write',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    response: { status: 200, schema: sweepUndoneSchema },
  }),
} as const
