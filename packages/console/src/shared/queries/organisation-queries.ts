import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => api.members.list(),
})

/** People who were removed and whom single sign-on refuses. */
export const removedQuery = queryOptions({
  queryKey: ['members', 'removed'],
  queryFn: () => api.signOn.removed(),
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => api.passkeys.list(),
})

export const curatorQuery = queryOptions({
  queryKey: ['curator'],
  queryFn: () => api.curator.get(),
})

export const inboxNotificationQuery = queryOptions({
  queryKey: ['inbox-notification'],
  queryFn: () => api.inboxNotification.get(),
})

export const connectedAppsQuery = queryOptions({
  queryKey: ['connected-apps'],
  queryFn: () => api.connectedApps.list(),
})

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => api.keys.list() })

/** Of oneself, or of a member. */
export function sessionsQuery(userId?: string) {
  return queryOptions({
    queryKey: ['sessions', userId ?? 'own'],
    queryFn: () => api.session.list(userId),
  })
}

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

/** For the settings of this ETag. */
export function skillListQuery(etag: string) {
  return queryOptions({
    queryKey: ['settings', 'skill-list', etag],
    queryFn: () => api.settings.skillList(),
  })
}

export const scanRulesQuery = queryOptions({
  queryKey: ['scan-rules'],
  queryFn: () => api.settings.scanRules(),
})

export const presetsQuery = queryOptions({
  queryKey: ['settings', 'presets'],
  queryFn: () => api.settings.presets(),
})
