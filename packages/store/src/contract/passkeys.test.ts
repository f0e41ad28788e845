import type { PasskeyId, UserId } from '@repertoire/core/base'
import type { Passkey } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { forEveryStore, type StoreFixture } from './store-fixture.ts'

async function aPerson(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const userId = fixture.id('usr') as UserId
  await tenant.members.create({ id: userId, name: 'Ann', role: 'member', createdAt: 1 })
  const passkey: Passkey = {
    ...{ id: fixture.id('pky') as PasskeyId, userId, credentialId: fixture.id('cred') },
    ...{ publicKey: 'cose', name: 'phone', createdAt: 1, lastUsedAt: null, loginKeyId: null },
  }
  await tenant.members.createPasskey(passkey)
  return { ...tenant, userId, passkey }
}

forEveryStore('passkeys', (fixture) => {
  test('are listed, found by what the device calls them, and stored once', async () => {
    const { members, tenantId, userId, passkey } = await aPerson(fixture)
    expect(await members.passkeys()).toEqual([passkey])
    const found = await fixture.store.directory.findPasskey(passkey.credentialId)
    expect(found).toMatchObject({ tenantId, member: { id: userId }, passkey })
    expect(await fixture.store.directory.findPasskey('unknown')).toBeNull()
    const twin = { ...passkey, id: fixture.id('pky') as PasskeyId }
    expect(await rejection(members.createPasskey(twin))).toBe('passkey.exists')
  })

  test('a challenge counts once, also for many at once, and none that is older', async () => {
    const { members, passkey } = await aPerson(fixture)
    const use = (challengedAt: number) => members.usePasskey(passkey.id, { challengedAt, now: 50 })
    const used = await Promise.all(Array.from({ length: 6 }, () => use(10)))
    expect(used.filter(Boolean)).toHaveLength(1)
    expect([await use(9), await use(10), await use(11)]).toEqual([false, false, true])
    expect((await members.passkeys())[0]?.lastUsedAt).toBe(50)
  })

  test('end with their removal, and with their member', async () => {
    const { members, passkey, userId } = await aPerson(fixture)
    const second = { ...passkey, id: fixture.id('pky') as PasskeyId, credentialId: fixture.id('c') }
    await members.createPasskey(second)
    expect(await members.removePasskeys([passkey.id])).toBe(1)
    expect(await members.removePasskeys([passkey.id])).toBe(0)
    await members.remove(userId)
    expect(await fixture.store.directory.findPasskey(second.credentialId)).toBeNull()
  })
})
