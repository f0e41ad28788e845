import type { InboxPageBody } from '@repertoire/protocol'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queries.ts'
import { pagedQuery } from '../api/query-options.ts'
import type { InboxSearch } from '../api/search-params.ts'

type Filter = NonNullable<Parameters<typeof api.inbox.list>[0]>
type Pages = InfiniteData<InboxPageBody, string>

/** What of the inbox's address says which entries are listed. */
export type InboxFilters = Omit<InboxSearch, 'view' | 'entry'>

const parts = {
  /** What agents wait for. */
  blocking: { blocking: 'true' },
  /** What has time. */
  rest: { blocking: 'false', awaits: 'you' },
  /** What the person proposed and others decide about. */
  others: { blocking: 'false', awaits: 'others' },
} as const satisfies Record<string, Filter>

/** One part of the list. */
export function inboxListQuery(filters: InboxFilters, part: keyof typeof parts) {
  return infiniteQueryOptions({
    ...pagedQuery(['inbox', 'list', part, filters], (page) =>
      api.inbox.list({
        ...filterOf(filters, Date.now()),
        ...{ ...parts[part], order: filters.order ?? 'newest', limit: 100 },
        ...page,
      }),
    ),
    placeholderData: (previous) => previous,
    // Somebody far down the list has all of its pages read anew after a decision alone.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 10_000),
  })
}

/** How many match that the person may decide about, by source and reason. */
export function inboxGroupsQuery(filters: InboxFilters) {
  return queryOptions({
    queryKey: ['inbox', 'groups', filters],
    queryFn: () => api.inbox.list({ ...filterOf(filters, Date.now()), awaits: 'you', limit: 1 }),
    placeholderData: (previous) => previous,
    refetchInterval: 10_000,
  })
}

/** Every import and update that matches, each with its digest of now. */
export function inboxKeys(filters: InboxFilters) {
  return api.inbox.keys(filterOf(filters, Date.now()))
}

export async function refreshInbox(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['inbox'] })
}

/** Takes an entry off the lists at once; what the server says of it follows. */
export function dropFromInbox(id: string): void {
  queryClient.setQueriesData<Pages>({ queryKey: ['inbox', 'list'] }, (data) => {
    if (!data?.pages.some(({ items }) => items.some((one) => one.id === id))) return data
    const pages = data.pages.map((page) => ({
      ...page,
      total: Math.max(0, page.total - 1),
      items: page.items.filter((one) => one.id !== id),
    }))
    return { ...data, pages }
  })
}

const dayMs = 86_400_000

/** What the API is asked for. Pure. */
export function filterOf(filters: InboxFilters, now: number): Filter {
  const { q, kind, source, verdict, licence, decision, permission, age, reason } = filters
  const ago = (days: number) => new Date(now - days * dayMs).toISOString()
  return {
    ...(kind && { kind }),
    ...(q && { text: q.slice(0, 200) }),
    ...(source && { source_id: source }),
    ...(verdict && { verdict }),
    ...(licence && { licence }),
    ...(decision && { licence_decision: decision }),
    ...(permission && { permission }),
    ...(reason && { alike: reason }),
    ...(age === 'day' && { since: ago(1) }),
    ...(age === 'week' && { since: ago(7) }),
    ...(age === 'over-week' && { before: ago(7) }),
    ...(age === 'over-month' && { before: ago(30) }),
  }
}
