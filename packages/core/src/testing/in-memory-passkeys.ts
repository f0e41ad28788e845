import type { MemberStore } from '../ports/organisation.ts'
import { memberNotFound, passkeyExists } from '../ports/store-problems.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

type Passkeys = Pick<MemberStore, 'passkeys' | 'createPasskey' | 'removePasskeys' | 'usePasskey'>

export function createInMemoryPasskeys(tenant: InMemoryTenant): Passkeys {
  return {
    passkeys: async () =>
      [...tenant.passkeys.values()].map(({ challengedAt: _, ...passkey }) => passkey),
    createPasskey: async (passkey) => {
      if (!tenant.members.has(passkey.userId)) throw memberNotFound(passkey.userId)
      const known = [...tenant.passkeys.values()]
      if (known.some(({ credentialId }) => credentialId === passkey.credentialId)) {
        throw passkeyExists()
      }
      tenant.passkeys.set(passkey.id, { ...passkey, challengedAt: 0 })
    },
    removePasskeys: async (ids) => ids.filter((id) => tenant.passkeys.delete(id)).length,
    usePasskey: async (id, { challengedAt, now }) => {
      const passkey = tenant.passkeys.get(id)
      if (!passkey || passkey.challengedAt >= challengedAt) return false
      tenant.passkeys.set(id, { ...passkey, challengedAt, lastUsedAt: now })
      return true
    },
  }
}
