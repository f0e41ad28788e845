import type { ApiKeyId } from '@repertoire/core/base'
import type { DeviceLogin } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { forEveryStore, type StoreFixture } from './store-fixture.ts'

const loginOf = (fixture: StoreFixture, change: Partial<DeviceLogin> = {}): DeviceLogin => ({
  ...{ codeHash: fixture.id('hash'), userCode: fixture.id('code'), name: 'é', address: '::1' },
  ...{ scopes: ['skills.read'], key: { publicId: 'rep_a', hash: 'h' } },
  ...{ requestedAt: 10, expiresAt: 20, ...change },
})
const granted = { is: 'granted', keyId: 'key_1' as ApiKeyId, expiresAt: null } as const

forEveryStore('device logins', (fixture) => {
  const logins = () => fixture.store.directory.deviceLogins

  test('are found by their code, answered once, and fetched once, also by another process', async () => {
    const login = loginOf(fixture)
    expect(await logins().start(login, 100)).toBe(true)
    expect(await logins().find(login.userCode, 19)).toEqual(login)
    expect(await logins().fetch(login.codeHash, 19)).toEqual({ is: 'pending' })
    const other = fixture.kind.durable ? await fixture.openAnother() : fixture.store
    const { deviceLogins } = other.directory
    const answers = [logins(), deviceLogins].map((one) => one.answer(login.userCode, granted, 19))
    expect((await Promise.all(answers)).toSorted()).toEqual([false, true])
    expect(await logins().find(login.userCode, 19)).toBeNull()
    const fetches = [logins(), deviceLogins].map((one) => one.fetch(login.codeHash, 19))
    const fetched = (await Promise.all(fetches)).filter(({ is }) => is !== 'expired')
    expect(fetched).toEqual([{ ...granted, key: login.key }])
  })

  test('are nothing to anybody when their time is over, answered or not', async () => {
    const [open, answered] = [loginOf(fixture, { scopes: null }), loginOf(fixture)]
    for (const login of [open, answered]) await logins().start(login, 100)
    await logins().answer(answered.userCode, granted, 19)
    expect(await logins().find(open.userCode, 20)).toBeNull()
    expect(await logins().answer(open.userCode, { is: 'denied' }, 20)).toBe(false)
    for (const { codeHash } of [open, answered]) {
      expect(await logins().fetch(codeHash, 20)).toEqual({ is: 'expired' })
    }
  })

  test('have a code of their own, and are limited in number: the oldest is forgotten first', async () => {
    const first = loginOf(fixture, { requestedAt: 30, expiresAt: 60 })
    expect(await logins().start(first, 2)).toBe(true)
    expect(await logins().start({ ...loginOf(fixture), userCode: first.userCode }, 2)).toBe(false)
    const later = [31, 32].map((requestedAt) => loginOf(fixture, { requestedAt, expiresAt: 60 }))
    for (const login of later) await logins().start(login, 2)
    const found = await Promise.all(
      [first, ...later].map(({ userCode }) => logins().find(userCode, 33)),
    )
    expect(found.map((one) => one !== null)).toEqual([false, true, true])
    const next = loginOf(fixture, { requestedAt: 60, expiresAt: 70, userCode: first.userCode })
    expect(await logins().start(next, 2)).toBe(true)
  })
})
