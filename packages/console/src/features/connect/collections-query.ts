import { api } from '../../shared/api/api.ts'
import { wholeQuery } from '../../shared/api/query-options.ts'

/** What it has now, whatever production is pinned to. */
export function collectionSkillsQuery(id: string) {
  return wholeQuery([...collectionsQuery.queryKey, id, 'skills'], () =>
    api.collections.skills(id, 'canary'),
  )
}

/** What production got before, the newest first; read again whenever it is shown. */
export function promotionsQuery(id: string) {
  return {
    queryKey: [...collectionsQuery.queryKey, id, 'promotions'],
    queryFn: () => api.collections.promotions(id),
    ...{ gcTime: 0, staleTime: 0 },
  }
}

export const collectionsQuery = wholeQuery(['collections'], () => api.collections.list())
