import { api } from '../api/api.ts'
import { wholeQuery } from '../api/query-options.ts'

export const membersQuery = wholeQuery(['members'], () => api.members.list())

/** People who were removed and whom single sign-on refuses. */
export const removedQuery = wholeQuery(['members', 'removed'], () => api.signOn.removed())

export const passkeysQuery = wholeQuery(['passkeys'], () => api.passkeys.list())

export const curatorQuery = wholeQuery(['curator'], () => api.curator.get())

export const inboxNotificationQuery = wholeQuery(['inbox-notification'], () =>
  api.inboxNotification.get(),
)

export const connectedAppsQuery = wholeQuery(['connected-apps'], () => api.connectedApps.list())

export const keysQuery = wholeQuery(['keys'], () => api.keys.list())

/** Of oneself, or of a member. */
export function sessionsQuery(userId?: string) {
  return wholeQuery(['sessions', userId ?? 'own'], () => api.session.list(userId))
}

export const connectorsQuery = wholeQuery(['connectors'], () => api.connectors.list())

export function connectorToolsQuery(name: string) {
  return wholeQuery(['connectors', name, 'tools'], () => api.connectors.tools(name))
}

/** For the settings of this ETag. */
export function skillListQuery(etag: string) {
  return wholeQuery(['settings', 'skill-list', etag], () => api.settings.skillList())
}

export const scanRulesQuery = wholeQuery(['scan-rules'], () => api.settings.scanRules())

export const presetsQuery = wholeQuery(['settings', 'presets'], () => api.settings.presets())
