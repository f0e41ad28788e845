import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: () => api.integrations.list(),
})
