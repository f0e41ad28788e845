import { queryOptions } from '@tanstack/react-query'
import { api } from '../shell/api.ts'

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => api.members.list(),
})

export const curatorQuery = queryOptions({
  queryKey: ['curator'],
  queryFn: () => api.curator.get(),
})

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => api.keys.list() })

export const connectorsQuery = queryOptions({
  queryKey: ['connectors'],
  queryFn: () => api.connectors.list(),
})

export function connectorToolsQuery(name: string) {
  return queryOptions({
    queryKey: ['connectors', name, 'tools'],
    queryFn: () => api.connectors.tools(name),
  })
}

export const presetsQuery = queryOptions({
  queryKey: ['settings', 'presets'],
  queryFn: () => api.settings.presets(),
})
