import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: () => api.collections.list(),
})
