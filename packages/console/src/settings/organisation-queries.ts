import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/api.ts'

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => api.members.list(),
})

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => api.keys.list() })
