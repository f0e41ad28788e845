import type { TenantId } from '@repertoire/core/base'
import { afterFailedDigest, claimDigest, type InboxNotification } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { forEveryStore } from './store-fixture.ts'

const notification: InboxNotification = {
  ...{ url: 'https://hooks.example/a?b=c', encryptedSecret: 'c2VhbGVk', interval: 'daily' },
  ...{ minimum: 3, inboxUrl: 'https://here.example/inbox', nextAt: 1_000, digestId: null },
  ...{ failures: 0, claimedUntil: null, lastSentAt: null, problem: null, version: 1 },
}

forEveryStore('the notification of an inbox', (fixture) => {
  test('it reads back complete, is replaced and removed; an organisation has one', async () => {
    const { inboxNotification } = await fixture.tenant()
    expect(await inboxNotification.get()).toBeNull()
    expect(await inboxNotification.put(notification, 0)).toBe(true)
    expect(await inboxNotification.get()).toEqual(notification)
    expect(await inboxNotification.put({ ...notification, minimum: 9 }, 0)).toBe(false)
    const claimed = claimDigest(notification, { id: 'dig_1', now: 2_000 })
    const failed = afterFailedDigest(claimed, { code: 'outbound.timeout', now: 3_000 })
    const last = { ...claimed, lastSentAt: 5, problem: failed.problem, failures: failed.failures }
    expect(await inboxNotification.put(last, 1)).toBe(true)
    expect(await inboxNotification.get()).toEqual(last)
    expect(await inboxNotification.remove()).toBe(true)
    expect(await inboxNotification.remove()).toBe(false)
    expect(await inboxNotification.put(last, 2)).toBe(false)
    expect(await inboxNotification.get()).toBeNull()
    const unknown = fixture.store.tenant('org_none' as TenantId)
    expect(await rejection(unknown.inboxNotification.put(notification, 0))).toBe('tenant.not-found')
  })

  test('of many processes that claim it or write the first, one does', async () => {
    const { tenantId } = await fixture.tenant()
    const another = await fixture.openAnother()
    const stores = Array.from({ length: 6 }, (_, at) => (at % 2 ? another : fixture.store))
    const handles = stores.map((store) => store.tenant(tenantId).inboxNotification)
    const first = await Promise.all(handles.map((one) => one.put(notification, 0)))
    expect(first.filter(Boolean)).toHaveLength(1)
    const claims = handles.map((one, at) =>
      one.put(claimDigest(notification, { id: `dig_${at}`, now: 2_000 }), 1),
    )
    const results = await Promise.all(claims)
    expect(results.filter(Boolean)).toHaveLength(1)
    expect((await handles[0]?.get())?.digestId).toBe(`dig_${results.indexOf(true)}`)
  })

  test('due are those whose time is over, that nobody claims and whose organisation is there', async () => {
    const [early, late, claimed, deleted] = await Promise.all(
      Array.from({ length: 4 }, () => fixture.tenant()),
    )
    if (!early || !late || !claimed || !deleted) throw new Error('there are none')
    const { directory } = fixture.store
    const due = async (now: number, limit = 1_000) =>
      (await directory.dueInboxNotifications(now, limit)).filter((id) =>
        [early, late, claimed, deleted].some(({ tenantId }) => tenantId === id),
      )
    await early.inboxNotification.put({ ...notification, nextAt: 10 }, 0)
    await late.inboxNotification.put({ ...notification, nextAt: 20 }, 0)
    await claimed.inboxNotification.put({ ...notification, nextAt: 5, claimedUntil: 30 }, 0)
    await deleted.inboxNotification.put({ ...notification, nextAt: 5 }, 0)
    await directory.deleteTenant(deleted.tenantId, 1)
    expect(await due(9)).toEqual([])
    expect(await due(29)).toEqual([early.tenantId, late.tenantId])
    expect(await due(30)).toEqual([claimed.tenantId, early.tenantId, late.tenantId])
    expect(await directory.dueInboxNotifications(30, 1)).toHaveLength(1)
  })
})
