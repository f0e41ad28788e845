import { z } from '@hono/zod-openapi'
import {
  curatorSchema,
  sweepRequestSchema,
  sweepSchema,
  sweepUndoneSchema,
} from '../schemas/curator.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Curator'

/** Puts away skills that agents made and nobody uses (D9). */
export const curatorRoutes = {
  get: apiRoute({
    operationId: 'getCurator',
    method: 'get',
    path: '/api/v1/curator',
    tag,
    summary: 'What the curator goes by, and what it did last',
    access: 'skills.read',
    response: { status: 200, schema: curatorSchema },
  }),
  sweep: apiRoute({
    operationId: 'sweepSkills',
    method: 'post',
    path: '/api/v1/curator/sweep',
    tag,
    summary: 'Let the curator walk the library now, or only say what it would do',
    access: 'settings.write',
    body: sweepRequestSchema,
    response: { status: 200, schema: sweepSchema },
  }),
  undo: apiRoute({
    operationId: 'undoSweep',
    method: 'post',
    path: '/api/v1/curator/sweeps/{id}/undo',
    tag,
    summary: 'Take what a sweep archived back into the library',
    description: 'Only skills you may write, and only those still as the sweep left them.',
    access: 'skills.write',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    response: { status: 200, schema: sweepUndoneSchema },
  }),
} as const
