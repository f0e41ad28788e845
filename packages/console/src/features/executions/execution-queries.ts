import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { pagedQuery } from '../../shared/api/query-options.ts'

/** Milliseconds between two looks while something waits or runs. */
const lookEveryMs = 2_000

/** What was run on this person's behalf, newest first. */
export function executionsQuery(skillId?: string) {
  return infiniteQueryOptions({
    ...pagedQuery(['executions', 'list', skillId ?? ''], (page) =>
      api.executions.list({ limit: 30, ...(skillId && { skill_id: skillId }), ...page }),
    ),
    refetchInterval: ({ state }) => {
      const items = state.data?.pages.flatMap((page) => page.items) ?? []
      return items.some(({ finished_at }) => finished_at === null) ? lookEveryMs : false
    },
  })
}
