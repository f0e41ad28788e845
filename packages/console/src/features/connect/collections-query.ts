import { api } from '../../shared/api/api.ts'
import { wholeQuery } from '../../shared/api/query-options.ts'

/** What it has now, whatever production is pinned to. */
export function collectionSkillsQuery(id: string) {
  return wholeQuery([...collectionsQuery.queryKey, id, 'skills'], () =>
    api.collections.skills(id, 'canary'),
  )
}

export const collectionsQuery = wholeQuery(['collections'], () => api.collections.list())
