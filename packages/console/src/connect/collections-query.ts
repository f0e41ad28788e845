import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/api.ts'

export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: () => api.collections.list(),
})
