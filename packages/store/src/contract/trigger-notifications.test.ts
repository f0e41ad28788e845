import { test } from 'vitest'
import { forEveryStore } from './store-fixture.ts'
import { auditEntryOf, schedule } from './trigger-fixtures.ts'

forEveryStore('notifications of triggers', (fixture) => {
  test('E8: whatever changes when a trigger fires notifies', async () => {
    const { triggers, tenantId } = await fixture.tenant()
    const one = schedule(fixture)
    const note = { code: 'signal.owner-gone', kind: 'forbidden', message: 'gone' } as const
    const changes = [
      () => triggers.create(one, null),
      () => triggers.update({ ...one, version: 2 }),
      () => triggers.stop(one.id, note, auditEntryOf(fixture, one.id, 9)),
      () => triggers.remove(one.id),
    ]
    for (const change of changes) {
      await new Promise<void>((resolve) => {
        const unwatch = fixture.store.watch((notification) => {
          if (notification.kind !== 'triggers' || notification.tenantId !== tenantId) return
          unwatch()
          resolve()
        })
        void change()
      })
    }
  })
})
