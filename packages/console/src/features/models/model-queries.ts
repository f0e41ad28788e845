import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { wholeQuery } from '../../shared/api/query-options.ts'

export const modelProvidersQuery = wholeQuery(['model-providers'], () => api.modelProviders.list())

export const foundModelsQuery = queryOptions({
  queryKey: ['found-models'],
  queryFn: () => api.modelProviders.found(),
  staleTime: 60_000,
})

/** After a change of providers or of the default: agents choose from them, and the shell says which one answers. */
export async function refreshModels(): Promise<void> {
  const keys = [['model-providers'], ['models'], ['settings'], ['me']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
