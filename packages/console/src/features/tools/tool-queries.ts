import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { pagedQuery, wholeQuery } from '../../shared/api/query-options.ts'

export const toolsQuery = wholeQuery(['tools'], () => api.tools.list())

export const grantsQuery = pagedQuery(['tool-grants'], (page) => api.tools.grants(page))

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: () => api.approvals.get(id),
    enabled: id !== '',
    retry: false,
  })
}
