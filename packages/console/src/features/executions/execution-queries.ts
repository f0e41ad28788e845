import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

/** Milliseconds between two looks while something waits or runs. */
const lookEveryMs = 2_000

/** What was run on this person's behalf, newest first. */
export function executionsQuery(skillId?: string) {
  return infiniteQueryOptions({
    queryKey: ['executions', 'list', skillId ?? ''],
    queryFn: ({ pageParam }) =>
      api.executions.list({
        limit: 30,
        ...(skillId && { skill_id: skillId }),
        ...(pageParam && { cursor: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => {
      const items = state.data?.pages.flatMap((page) => page.items) ?? []
      return items.some(({ finished_at }) => finished_at === null) ? lookEveryMs : false
    },
  })
}
