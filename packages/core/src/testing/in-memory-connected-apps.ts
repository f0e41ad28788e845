import type { ConnectedApp } from '../domain/connected-app.ts'
import type { AppTokenHolder, ConnectedAppStore } from '../ports/connected-apps.ts'
import { keyNotFound } from '../ports/store-problems.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryConnectedApps(tenant: InMemoryTenant): ConnectedAppStore {
  const { connectedApps, appTokens } = tenant
  return {
    list: async () =>
      [...connectedApps.values()].sort(
        (a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id),
      ),
    create: async (app, code) => {
      const keys = [...tenant.keys.values()]
      if (!keys.some(({ id }) => id === app.id)) throw keyNotFound(app.id)
      connectedApps.set(app.id, app)
      appTokens.set(code.hash, { appId: app.id, token: code, isSpent: false })
    },
    spend: async (hash, { tokens, now }) => {
      const spent = appTokens.get(hash)
      const app = spent && connectedApps.get(spent.appId)
      if (!app || spent.isSpent) return false
      appTokens.set(hash, { ...spent, isSpent: true })
      for (const [old, { appId, token }] of appTokens) {
        if (appId === app.id && token.expiresAt <= now) appTokens.delete(old)
      }
      for (const token of tokens) appTokens.set(token.hash, { ...spent, token, isSpent: false })
      connectedApps.set(app.id, { ...app, connectedAt: app.connectedAt ?? now })
      return true
    },
    removeToken: async (hash) => appTokens.delete(hash),
  }
}

export function findInMemoryAppToken(
  tenant: InMemoryTenant,
  hash: string,
): AppTokenHolder | undefined {
  const found = tenant.appTokens.get(hash)
  const app = found && tenant.connectedApps.get(found.appId)
  const [keyHash] = [...tenant.keys].find(([, { id }]) => id === app?.id) ?? []
  if (!app || keyHash === undefined) return undefined
  return { tenantId: tenant.id, app, token: found.token, isSpent: found.isSpent, keyHash }
}

/** With the key of an app. */
export function removeConnectedApps(
  { connectedApps, appTokens }: InMemoryTenant,
  isGone: (id: ConnectedApp['id']) => boolean,
): void {
  for (const id of connectedApps.keys()) if (isGone(id)) connectedApps.delete(id)
  for (const [hash, { appId }] of appTokens) if (isGone(appId)) appTokens.delete(hash)
}
