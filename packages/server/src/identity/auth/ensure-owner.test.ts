import type { TenantId } from '@repertoire/core/base'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { randomIds, sha256 } from '../../platform/system/system-ports.ts'
import { newSecret } from '../credentials/secret.ts'
import { ensureOwner } from './ensure-owner.ts'

function deps() {
  const clock = createFixedClock()
  const credentialLimits = { maxKeyAgeMs: null, sessionFreshMs: 900_000 }
  const store = createInMemoryStore({ clock })
  return { store, clock, ids: randomIds, sha256, newSecret, credentialLimits }
}

describe('ensureOwner', () => {
  it('creates an organisation with an owner and a working key; a second start creates nothing', async () => {
    const ports = deps()
    const first = await ensureOwner(ports)
    const secret = first.newKey?.secret ?? ''
    const holder = await ports.store.directory.findKey(sha256(secret), ports.clock.now())
    expect(holder?.member).toMatchObject({ id: first.owner.id, role: 'owner' })
    const second = await ensureOwner(ports)
    expect(second).toEqual({ ...first, newKey: undefined })
  })

  it('completes a start that died: without an owner, or with an owner who has no key', async () => {
    const ports = deps()
    const tenantId = 'ten_local' as TenantId
    await ports.store.directory.createTenant({ id: tenantId, name: 'Half', createdAt: 0 })
    const { owner, newKey } = await ensureOwner(ports)
    expect(newKey?.secret).toMatch(/^rep_/)
    const [key] = await ports.store.tenant(tenantId).members.keys()
    if (key) await ports.store.tenant(tenantId).members.removeKey(key.id)
    const again = await ensureOwner(ports)
    expect(again.owner.id).toBe(owner.id)
    expect(again.newKey?.secret).toMatch(/^rep_/)
  })

  it.each([undefined, 'rep_given_0123456789abcdef0123456789abcdef'])(
    'two starts at once end with one organisation, one owner and one key (%s)',
    async (given) => {
      const ports = deps()
      const started = await Promise.all([ensureOwner(ports, given), ensureOwner(ports, given)])
      expect(started.filter(({ newKey }) => newKey !== undefined)).toHaveLength(1)
      expect(await ports.store.tenant('ten_local' as TenantId).members.keys()).toHaveLength(1)
      const tenants = await ports.store.directory.tenants()
      expect(tenants).toHaveLength(1)
      expect(await ports.store.tenant('ten_local' as TenantId).members.list()).toHaveLength(1)
    },
  )

  it('stays with the first organisation when another follows, whatever their ids', async () => {
    const ports = deps()
    const first = await ensureOwner(ports)
    ports.clock.advance(1)
    const other = { id: 'ten_0' as TenantId, name: 'Other', createdAt: ports.clock.now() }
    await ports.store.directory.createTenant(other)
    expect(await ensureOwner(ports)).toEqual({ ...first, newKey: undefined })
    expect(first.organisation).toBe('My organisation')
  })

  it('uses the given bootstrap key', async () => {
    const ports = deps()
    const given = 'rep_given_0123456789abcdef0123456789abcdef'
    expect((await ensureOwner(ports, given)).newKey).toEqual({
      secret: given,
      fromEnvironment: true,
    })
    expect(await ports.store.directory.findKey(sha256(given), 0)).not.toBeNull()
  })
})
