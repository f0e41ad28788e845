import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

export const toolsQuery = queryOptions({ queryKey: ['tools'], queryFn: () => api.tools.list() })

export const grantsQuery = infiniteQueryOptions({
  queryKey: ['tool-grants'],
  queryFn: ({ pageParam }) => api.tools.grants(pageParam ? { cursor: pageParam } : {}),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: () => api.approvals.get(id),
    enabled: id !== '',
    retry: false,
  })
}
