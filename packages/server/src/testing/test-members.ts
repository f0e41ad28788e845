import type { ApiKeyId, TenantId, UserId } from '@repertoire/core/base'
import { type Permission, type Role, rolePermissions } from '@repertoire/core/domain'
import type { IdSource, Store } from '@repertoire/core/ports'
import type { FixedClock } from '@repertoire/core/testing'
import { newApiKey } from '../identity/credentials/api-key-format.ts'
import { newSecret } from '../identity/credentials/secret.ts'
import { sha256 } from '../platform/system/system-ports.ts'

/** Members besides the owner. */
export interface TestMembers {
  /** Adds a member with a key of these scopes. All scopes of the role by default. */
  addMember(role: Role, scopes?: readonly Permission[]): Promise<{ id: UserId; key: string }>
  /** Adds a second organisation with an owner on the same server. */
  addTenant(): Promise<{ tenantId: TenantId; userId: UserId; key: string }>
}

interface Ports {
  readonly store: Store
  readonly clock: FixedClock
  readonly ids: IdSource
}

export function createTestMembers(ports: Ports, own: TenantId): TestMembers {
  const { store, clock, ids } = ports

  async function add(tenantId: TenantId, role: Role, scopes: readonly Permission[]) {
    const id = ids.next('usr') as UserId
    const { members } = store.tenant(tenantId)
    await members.create({ id, name: `a ${role}`, role, createdAt: clock.now() })
    const { text: secret, publicId } = newApiKey(newSecret)
    const key = {
      ...{ id: ids.next('key') as ApiKeyId, userId: id, name: 'test', scopes },
      ...{ publicId, createdAt: clock.now(), lastUsedAt: null, expiresAt: null },
      ...{ parentId: null, createdBy: null, loginKeyId: null },
    }
    await members.createKey(key, sha256(secret))
    return { id, key: secret }
  }

  return {
    addMember: (role, scopes = rolePermissions(role)) => add(own, role, scopes),
    async addTenant() {
      const tenantId = ids.next('ten') as TenantId
      await store.directory.createTenant({ id: tenantId, name: 'other', createdAt: clock.now() })
      const { id: userId, key } = await add(tenantId, 'owner', rolePermissions('owner'))
      return { tenantId, userId, key }
    },
  }
}
