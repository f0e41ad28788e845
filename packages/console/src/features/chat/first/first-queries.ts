import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'

/** Questions to begin with. The key is one of skills, so that they follow an import. */
export const suggestionsQuery = queryOptions({
  queryKey: ['skills', 'suggested-questions'],
  queryFn: () => api.conversations.suggestedQuestions({ limit: 12 }),
})

/** The first skills of the library: whether there are any, and whether all are samples. */
export const firstSkillsQuery = queryOptions({
  queryKey: ['skills', 'first'],
  queryFn: () => api.skills.list({ limit: 50 }),
})

export const firstConversationQuery = queryOptions({
  queryKey: ['conversations', 'list', 'first'],
  queryFn: () => api.conversations.list({ limit: 1 }),
})
