import { idParam } from '../schemas/common.ts'
import { importTriggerTestsSchema } from '../schemas/import-trigger-tests.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Review')

/** What a pending import would do to trigger tests. */
export const importTriggerTestRoutes = {
  run: route({
    operationId: 'runReviewTriggerTests',
    method: 'get',
    path: '/api/v1/reviews/{id}/trigger-tests',
    summary: 'Run trigger tests without and with a pending revision in place of its skill',
    description:
      'Routes messages as turns of yours: at most 200 of the revision and of the skill that it would change, and 300 of other skills, the most similar ones first. Stores nothing, and nobody else finds the revision.',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: importTriggerTestsSchema },
  }),
} as const
