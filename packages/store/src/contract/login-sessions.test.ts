import type { LoginSessionId, UserId } from '@repertoire/core/base'
import { keyUsePrecision } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { aBrowser, forEveryStore, type StoreFixture } from './store-fixture.ts'

async function loggedIn(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const [ann, bob] = [fixture.id('usr') as UserId, fixture.id('usr') as UserId]
  for (const id of [ann, bob]) {
    await tenant.members.create({ id, name: id, role: 'owner', createdAt: 1 })
  }
  const { directory } = fixture.store
  const login = async (userId: UserId, createdAt: number) => {
    const browser = aBrowser(fixture.id('hash'))
    const session = { ...browser, userId, keyId: null, createdAt, expiresAt: 1_000_000 }
    await directory.createSession(tenant.tenantId, session)
    return session
  }
  return { ...tenant, directory, ann, bob, login }
}

forEveryStore('sessions', (fixture) => {
  test('are listed newest first, without their tokens, until they expire', async () => {
    const { members, ann, bob, login } = await loggedIn(fixture)
    const [first, second] = [await login(ann, 10), await login(bob, 20)]
    const shown = ({ tokenHash: _, ...session }: typeof first) => ({ ...session, lastUsedAt: null })
    expect(await members.sessions(30)).toEqual([shown(second), shown(first)])
    expect(await members.sessions(1_000_000)).toEqual([])
  })

  test('say when they were used, to the minute', async () => {
    const { members, directory, ann, login } = await loggedIn(fixture)
    const { tokenHash, id } = await login(ann, 10)
    const use = async (now: number) => {
      expect(await directory.findSession(tokenHash, now)).toMatchObject({
        session: { id, createdAt: 10, keyId: null },
      })
      return (await members.sessions(20))[0]?.lastUsedAt
    }
    expect(await use(20)).toBe(20)
    expect(await use(19 + keyUsePrecision)).toBe(20)
    expect(await use(20 + keyUsePrecision)).toBe(20 + keyUsePrecision)
  })

  test('are ended by id, of this organisation only', async () => {
    const { members, directory, ann, bob, login } = await loggedIn(fixture)
    const elsewhere = await fixture.tenant()
    const [one, two, other] = [await login(ann, 1), await login(ann, 2), await login(bob, 3)]
    expect(await elsewhere.members.removeSessions([one.id])).toBe(0)
    expect(await elsewhere.members.sessions(5)).toEqual([])
    expect(await members.removeSessions([])).toBe(0)
    expect(await members.removeSessions([one.id, two.id, 'ses_x' as LoginSessionId])).toBe(2)
    expect(await directory.findSession(one.tokenHash, 5)).toBeNull()
    expect(await directory.findSession(other.tokenHash, 5)).not.toBeNull()
    await members.remove(bob)
    expect(await members.sessions(5)).toEqual([])
  })
})
