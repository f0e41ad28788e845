import { api } from '../../../shared/api/api.ts'
import { wholeQuery } from '../../../shared/api/query-options.ts'

/** Questions to begin with. The key is one of skills, so that they follow an import. */
export const suggestionsQuery = wholeQuery(['skills', 'suggested-questions'], () =>
  api.conversations.suggestedQuestions({ limit: 12 }),
)

/** The first skills of the library: whether there are any, and whether all are samples. */
export const firstSkillsQuery = wholeQuery(['skills', 'first'], () =>
  api.skills.list({ limit: 50 }),
)

export const firstConversationQuery = wholeQuery(['conversations', 'list', 'first'], () =>
  api.conversations.list({ limit: 1 }),
)
