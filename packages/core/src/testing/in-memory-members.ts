import type { UserId } from '../base/ids.ts'
import { type ApiKey, descendantsOf } from '../domain/api-key.ts'
import { defaultSettings } from '../domain/settings.ts'
import type { SignOnIdentity } from '../domain/sign-on.ts'
import type { MemberStore, SettingsStore } from '../ports/organisation.ts'
import {
  identityExists,
  keyExists,
  lastOwner,
  memberExists,
  memberNotFound,
  settingsStale,
} from '../ports/store-problems.ts'
import { removeConnectedApps } from './in-memory-connected-apps.ts'
import { deleteMemories } from './in-memory-memories.ts'
import { createInMemoryPasskeys } from './in-memory-passkeys.ts'
import { enforceQuota } from './in-memory-quotas.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'
import { compareLatest, compareText } from './in-memory-state.ts'

export function createInMemoryMembers(tenant: InMemoryTenant, notify: Notify): MemberStore {
  const changed = () => notify({ kind: 'credentials', tenantId: tenant.id })
  return {
    list: async () =>
      [...tenant.members.values()].sort(
        (a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id),
      ),
    get: async (id) => tenant.members.get(id) ?? null,
    create: async (member) => {
      if (tenant.members.has(member.id)) throw memberExists(member.id)
      tenant.members.set(member.id, { kind: 'person', joinedAt: null, ...member })
    },
    setRole: async (id, role) => {
      const member = tenant.members.get(id)
      if (!member) throw memberNotFound(id)
      if (role !== 'owner') keepOneOwner(tenant, id)
      tenant.members.set(id, { ...member, role })
      changed()
    },
    remove: async (id) => {
      if (!tenant.members.has(id)) throw memberNotFound(id)
      keepOneOwner(tenant, id)
      tenant.members.delete(id)
      deleteMemories(tenant, { userId: id })
      const keys = [...tenant.keys.values()]
      removeKeys(
        tenant,
        keys.filter(({ userId, createdBy }) => userId === id || createdBy === id),
      )
      for (const [hash, login] of tenant.sessions) {
        if (login.userId === id) tenant.sessions.delete(hash)
      }
      tenant.invitations.delete(id)
      for (const { id: passkey, userId } of tenant.passkeys.values()) {
        if (userId === id) tenant.passkeys.delete(passkey)
      }
      changed()
    },
    invite: async (invitation) => {
      if (!tenant.members.has(invitation.userId)) throw memberNotFound(invitation.userId)
      tenant.invitations.set(invitation.userId, invitation)
    },
    removeInvitation: async (userId) => tenant.invitations.delete(userId),
    identity: async ({ issuer, subject }) => identityOf(tenant, { issuer, subject }),
    identities: async () =>
      [...tenant.identities.values()].sort(
        (a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id),
      ),
    admit: async (member, identity) => {
      if (identityOf(tenant, identity)) throw identityExists(identity.subject)
      if (tenant.members.has(member.id)) throw memberExists(member.id)
      tenant.members.set(member.id, { kind: 'person', joinedAt: null, ...member })
      tenant.identities.set(identity.id, identity)
    },
    removeIdentity: async (id) => {
      const identity = tenant.identities.get(id)
      if (!identity || tenant.members.has(identity.userId)) return false
      return tenant.identities.delete(id)
    },
    ...createInMemoryPasskeys(tenant),
    sessions: async (now) =>
      [...tenant.sessions.values()]
        .filter(({ expiresAt }) => expiresAt > now)
        .sort((a, b) => compareLatest([a.createdAt, a.id], [b.createdAt, b.id]))
        .map(({ tokenHash: _, ...session }) => session),
    removeSessions: async (ids) => {
      const gone = [...tenant.sessions.values()].filter(({ id }) => ids.includes(id))
      for (const { tokenHash } of gone) tenant.sessions.delete(tokenHash)
      if (gone.length > 0) changed()
      return gone.length
    },
    keys: async () =>
      [...tenant.keys.values()].sort(
        (a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id),
      ),
    createKey: async (key, hash, { madeBy } = { madeBy: 'person' }) => {
      if (!tenant.members.has(key.userId)) throw memberNotFound(key.userId)
      const taken = [...tenant.keys].some(([known, other]) => known === hash || other.id === key.id)
      if (taken) throw keyExists(key.id)
      const { userId: person, createdAt: now } = key
      const adding = madeBy === 'person' ? 1 : 0
      enforceQuota(tenant, { quota: 'keys', person, adding, now })
      tenant.keys.set(hash, key)
    },
    removeKey: async (id) => {
      const key = [...tenant.keys.values()].find((one) => one.id === id)
      if (!key) return false
      removeKeys(tenant, [key])
      changed()
      return true
    },
  }
}

function removeKeys(tenant: InMemoryTenant, roots: readonly ApiKey[]): void {
  const below = descendantsOf(
    [...tenant.keys.values()],
    roots.map(({ id }) => id),
  )
  const gone = new Set([...roots, ...below].map(({ id }) => id))
  for (const [hash, key] of tenant.keys) if (gone.has(key.id)) tenant.keys.delete(hash)
  removeConnectedApps(tenant, (id) => gone.has(id))
  for (const [token, { keyId }] of tenant.sessions) {
    if (keyId !== null && gone.has(keyId)) tenant.sessions.delete(token)
  }
}

function keepOneOwner({ members }: InMemoryTenant, leaving: UserId): void {
  if (members.get(leaving)?.role !== 'owner') return
  const others = [...members.values()].filter(({ id }) => id !== leaving)
  if (!others.some(({ role }) => role === 'owner')) throw lastOwner(leaving)
}

export function createInMemorySettings(tenant: InMemoryTenant): SettingsStore {
  return {
    get: async () => tenant.settings ?? { settings: defaultSettings, version: 0 },
    put: async (settings, expectedVersion) => {
      const current = tenant.settings?.version ?? 0
      if (expectedVersion !== undefined && expectedVersion !== current) {
        throw settingsStale(expectedVersion, current)
      }
      tenant.settings = { settings, version: current + 1 }
      return current + 1
    },
  }
}

function identityOf(
  tenant: InMemoryTenant,
  { issuer, subject }: Pick<SignOnIdentity, 'issuer' | 'subject'>,
): SignOnIdentity | null {
  const identities = [...tenant.identities.values()]
  return identities.find((one) => one.issuer === issuer && one.subject === subject) ?? null
}
