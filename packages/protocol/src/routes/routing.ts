import {
  routingAnswerSchema,
  routingOptionsSchema,
  routingQuestionSchema,
} from '../schemas/routing.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Routing')

/** How skills are routed to a turn. */
export const routingRoutes = {
  explain: route({
    operationId: 'explainRouting',
    method: 'post',
    path: '/api/v1/routing/explain',
    summary: 'Explain which skills a message would be offered, and why',
    description:
      'Returns the catalogue that a turn of yours would get, with the score and the reasons of each entry; with `skill`, why that skill is in it or not. Starts nothing and stores nothing.',
    access: 'skills.read',
    body: routingQuestionSchema,
    response: { status: 200, schema: routingAnswerSchema },
    problems: [404],
  }),
  options: route({
    operationId: 'getRoutingOptions',
    method: 'get',
    path: '/api/v1/routing/options',
    summary: 'List the options of routing settings: vocabularies and the default score table',
    access: 'skills.read',
    response: { status: 200, schema: routingOptionsSchema },
  }),
} as const
