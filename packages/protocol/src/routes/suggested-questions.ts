import {
  suggestedQuestionsQuery,
  suggestedQuestionsSchema,
} from '../schemas/suggested-questions.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Conversations')

/** What to ask first. */
export const suggestedQuestionRoutes = {
  list: route({
    operationId: 'listSuggestedQuestions',
    method: 'get',
    path: '/api/v1/suggested-questions',
    summary: 'List questions that the skills here answer',
    description:
      'Of the skills that agents may use, one a skill, the organisation’s before the samples. Each was tried, and finds its skill.',
    access: 'skills.read',
    query: suggestedQuestionsQuery,
    response: { status: 200, schema: suggestedQuestionsSchema },
    problems: [],
  }),
} as const
