import {
  suggestedQuestionsQuery,
  suggestedQuestionsSchema,
} from '../schemas/suggested-questions.ts'
import { apiRoute } from './api-route.ts'

/** What to ask first. */
export const suggestedQuestionRoutes = {
  list: apiRoute({
    operationId: 'listSuggestedQuestions',
    method: 'get',
    path: '/api/v1/suggested-questions',
    tag: 'Conversations',
    summary: 'List questions that the skills here answer',
    description:
      'Of the skills that agents may use, one a skill, the organisation’s before the samples. Each was tried, and finds its skill.',
    access: 'skills.read',
    query: suggestedQuestionsQuery,
    response: { status: 200, schema: suggestedQuestionsSchema },
    problems: [],
  }),
} as const
