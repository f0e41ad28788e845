import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

/** What it has now, whatever production is pinned to. */
export function collectionSkillsQuery(id: string) {
  return queryOptions({
    queryKey: [...collectionsQuery.queryKey, id, 'skills'],
    queryFn: () => api.collections.skills(id, 'canary'),
  })
}

export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: () => api.collections.list(),
})
