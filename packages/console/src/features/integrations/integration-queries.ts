import { api } from '../../shared/api/api.ts'
import { wholeQuery } from '../../shared/api/query-options.ts'

export const integrationsQuery = wholeQuery(['integrations'], () => api.integrations.list())
