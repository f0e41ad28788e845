import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

interface PageRequest {
  readonly cursor?: string
}

interface Listed {
  readonly next_cursor?: string | null
}

/** A list that comes a page at a time. */
export function pagedQuery<Page extends Listed, const Key extends readonly unknown[]>(
  queryKey: Key,
  list: (page: PageRequest) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => list(pageParam ? { cursor: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
}

/** What comes in one answer. */
export function wholeQuery<Body, const Key extends readonly unknown[]>(
  queryKey: Key,
  read: () => Promise<Body>,
) {
  return queryOptions({ queryKey, queryFn: read })
}
