import type { SkillPage } from '@repertoire/protocol'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { type SkillFilters, skillListRequest } from '../../shared/api/queries.ts'
import { formatCount } from '../../shared/design/numbers.ts'

/** How many skills each of the filters would leave, by the server's own filter; null where that is not known. */
export function useFilterCounts(
  filters: SkillFilters,
  narrowed: readonly Partial<SkillFilters>[],
): readonly (string | null)[] {
  // Search results have no total: they are ranked, not counted.
  const enabled = filters.q === undefined
  const { sort: _sort, order: _order, ...counted } = filters
  return useQueries({
    queries: narrowed.map((more) => ({
      queryKey: ['skills', 'count', { ...counted, ...more }],
      queryFn: () =>
        api.skills.list({ ...skillListRequest({ ...counted, ...more }), ...fewest(more) }),
      enabled,
    })),
  }).map(({ data }) => (enabled && data ? countOf(data) : null))
}

/** Findings are counted after the page is read: suppressed ones are left out of it. */
function fewest(more: Partial<SkillFilters>): { readonly limit?: number } {
  return more.findings === undefined ? { limit: 1 } : {}
}

export function countOf({ total, items, next_cursor: next }: SkillPage): string {
  if (total !== undefined) return formatCount(total)
  return next === null ? formatCount(items.length) : `${formatCount(items.length)}+`
}
