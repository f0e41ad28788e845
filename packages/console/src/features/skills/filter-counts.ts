import type { SkillCounts, SkillPage } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { type SkillFilters, skillListRequest } from '../../shared/api/queries.ts'
import { formatCount } from '../../shared/design/numbers.ts'

/** What is counted: all that the server counts in one request, and findings. */
export type Counted = keyof SkillCounts | 'findings'

/** How many skills each further filter would leave, by the server's own filter; without those that are not known. */
export function useFilterCounts(filters: SkillFilters): Partial<Record<Counted, string>> {
  const { q, sort: _sort, order: _order, ...counted } = filters
  // Search results have no total: they are ranked, not counted.
  const enabled = q === undefined
  const { limit: _limit, ...request } = skillListRequest(counted)
  const counts = useQuery({
    queryKey: ['skills', 'count', counted],
    queryFn: () => api.skills.counts(request),
    enabled,
  })
  // Counted after the page is read: suppressed ones are left out of it.
  const found = useQuery({
    queryKey: ['skills', 'count', 'findings', counted],
    queryFn: () => api.skills.list(skillListRequest({ ...counted, findings: 'true' })),
    enabled,
  })
  if (!enabled) return {}
  const known = Object.entries(counts.data ?? {})
  const shown = known.map(([key, count = 0]) => [key, formatCount(count)])
  return { ...Object.fromEntries(shown), ...(found.data && { findings: countOf(found.data) }) }
}

export function countOf({ items, next_cursor: next }: SkillPage): string {
  return next === null ? formatCount(items.length) : `${formatCount(items.length)}+`
}
