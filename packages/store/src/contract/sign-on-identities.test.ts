import type { SignOnIdentityId, UserId } from '@repertoire/core/base'
import type { SignOnIdentity } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { aBrowser, forEveryStore, type StoreFixture } from './store-fixture.ts'

async function aPerson(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const userId = fixture.id('usr') as UserId
  const identity: SignOnIdentity = {
    ...{ id: fixture.id('idn') as SignOnIdentityId, issuer: 'https://id.example', subject: 's1' },
    ...{ userId, provider: 'acme', label: 'ann@acme.example', createdAt: 1 },
  }
  const member = { id: userId, name: 'Ann', role: 'member', createdAt: 1 } as const
  return { ...tenant, identity, member }
}

forEveryStore('identities of single sign-on', (fixture) => {
  test('a member is admitted with an identity, and found by issuer and subject alone', async () => {
    const { members, identity, member } = await aPerson(fixture)
    await members.admit(member, identity)
    expect(await members.get(member.id)).toMatchObject({ name: 'Ann', kind: 'person' })
    expect(await members.identity(identity)).toEqual(identity)
    expect(await members.identity({ ...identity, subject: 's2' })).toBeNull()
    expect(await members.identity({ ...identity, issuer: 'https://id.example/' })).toBeNull()
    expect(await members.identities()).toEqual([identity])
  })

  test('of many first logins of one person at once, one makes a member', async () => {
    const { members, identity, member } = await aPerson(fixture)
    const attempts = Array.from({ length: 6 }, () => {
      const id = fixture.id('usr') as UserId
      const own = { ...identity, id: fixture.id('idn') as SignOnIdentityId, userId: id }
      return members.admit({ ...member, id }, own).then(
        () => 'made',
        () => 'refused',
      )
    })
    const outcomes = await Promise.all(attempts)
    expect(outcomes.filter((one) => one === 'made')).toHaveLength(1)
    expect(await members.list()).toHaveLength(1)
    expect(await rejection(members.admit({ ...member, id: 'usr_x' as UserId }, identity))).toBe(
      'identity.exists',
    )
    expect(await members.get('usr_x' as UserId)).toBeNull()
  })

  test('it outlasts its member, is removed only after them, and only there', async () => {
    const { members, identity, member } = await aPerson(fixture)
    const other = await fixture.tenant()
    await members.admit(member, identity)
    expect(await members.removeIdentity(identity.id)).toBe(false)
    await members.remove(member.id)
    expect(await members.identity(identity)).toEqual(identity)
    expect(await other.members.removeIdentity(identity.id)).toBe(false)
    expect(await members.removeIdentity(identity.id)).toBe(true)
    expect(await members.identity(identity)).toBeNull()
  })

  test('a session keeps when its person proved who they are, or that nobody said so', async () => {
    const { members, tenantId, identity, member } = await aPerson(fixture)
    await members.admit(member, identity)
    for (const authenticatedAt of [7, null]) {
      const tokenHash = fixture.id('hash')
      const session = { ...aBrowser(tokenHash), userId: member.id, keyId: null, authenticatedAt }
      const times = { createdAt: 9, expiresAt: 99 }
      await fixture.store.directory.createSession(tenantId, { ...session, ...times })
      const found = await fixture.store.directory.findSession(tokenHash, 10)
      expect(found?.session.authenticatedAt).toBe(authenticatedAt)
    }
  })
})
