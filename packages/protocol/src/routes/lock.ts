import { lockExportSchema, lockImportResultSchema, lockImportSchema } from '../schemas/lock.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Sources')

/** The exact set of skills, for another server or a repository. */
export const lockRoutes = {
  export: route({
    operationId: 'exportLock',
    method: 'get',
    path: '/api/v1/skills/lock',
    summary: 'Export the exact skills that came from sources: source, commit, path and digest',
    access: 'skills.read',
    response: { status: 200, schema: lockExportSchema },
  }),
  import: route({
    operationId: 'importLock',
    method: 'post',
    path: '/api/v1/skills/lock',
    summary: 'Take in what a lock names and is not here; it waits for a review',
    description:
      'Each source is read at its commit before the answer, so that a large lock is best sent in parts, one for each source. Nothing is enabled or replaced, and content of another digest is not taken.',
    access: 'skills.write',
    body: lockImportSchema,
    bodyLimit: 16 * 1024 * 1024,
    response: { status: 200, schema: lockImportResultSchema },
  }),
} as const
