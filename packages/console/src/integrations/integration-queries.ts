import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/api.ts'

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => api.integrations.list(),
})
