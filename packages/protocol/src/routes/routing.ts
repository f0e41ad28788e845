import {
  routingAnswerSchema,
  routingOptionsSchema,
  routingQuestionSchema,
} from '../schemas/routing.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Routing'

/** How skills are chosen for a turn (E2). */
export const routingRoutes = {
  explain: apiRoute({
    operationId: 'explainRouting',
    method: 'post',
    path: '/api/v1/routing/explain',
    tag,
    summary: 'Tell which skills a message would be offered, and why',
    description:
      'The catalogue as a turn of yours would get it, with the score and the reasons of each entry; with `skill`, why that one is in it, or is not. Nothing is started and nothing is kept.',
    access: 'skills.read',
    body: routingQuestionSchema,
    response: { status: 200, schema: routingAnswerSchema },
    problems: [404],
  }),
  options: apiRoute({
    operationId: 'getRoutingOptions',
    method: 'get',
    path: '/api/v1/routing/options',
    tag,
    summary: 'List what routing settings can name: vocabularies, and the usual score table',
    access: 'skills.read',
    response: { status: 200, schema: routingOptionsSchema },
  }),
} as const
