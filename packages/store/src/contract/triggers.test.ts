import type { RunId, TriggerId } from '@repertoire/core/base'
import type { FiringRecord, TriggerFiring } from '@repertoire/core/domain'
import type { AuditStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { allPages, rejection } from './expectations.ts'
import {
  ann,
  batch,
  bob,
  forEveryStore,
  newConversation,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'
import { auditEntryOf, firing, planned, schedule } from './trigger-fixtures.ts'

forEveryStore('triggers', (fixture) => {
  test('E8: a trigger reads back complete, changes by version, and is deleted with its firings', async () => {
    const { triggers } = await fixture.tenant()
    const source = schedule(fixture)
    await triggers.create(source, 'closed')
    expect(await triggers.get(source.id)).toEqual(source)
    expect(await triggers.encrypted(source.id)).toBe('closed')
    expect(await rejection(triggers.create(source, null))).toBe('signal.exists')
    const changed = { ...source, name: 'Other', enabled: false, nextAt: null, version: 2 }
    await triggers.update(changed, 'other')
    expect(await triggers.get(source.id)).toEqual(changed)
    expect(await triggers.encrypted(source.id)).toBe('other')
    expect(await rejection(triggers.update(changed))).toBe('signal.stale')
    await triggers.remove(source.id)
    expect(await triggers.get(source.id)).toBeNull()
    expect(await rejection(triggers.remove(source.id))).toBe('signal.not-found')
    expect(await rejection(triggers.update({ ...changed, version: 3 }))).toBe('signal.not-found')
  })

  test('E8: a stopped trigger has a reason and no next time, and rejects an older change', async () => {
    const { triggers, audit } = await fixture.tenant()
    const source = schedule(fixture)
    await triggers.create(source, null)
    const note = { code: 'signal.owner-gone', kind: 'forbidden', message: 'gone' } as const
    await triggers.stop(source.id, note, auditEntryOf(fixture, source.id, 9))
    const stopped = { enabled: false, note, nextAt: null, updatedAt: 9, version: 2 }
    expect(await triggers.get(source.id)).toEqual({ ...source, ...stopped })
    expect(await rejection(triggers.update({ ...source, version: 2 }))).toBe('signal.stale')
    const gone = 'sig_none' as TriggerId
    for (const id of [source.id, gone]) await triggers.stop(id, note, auditEntryOf(fixture, id, 10))
    expect(await auditTimes(audit, source.id)).toEqual([9])
    expect(await auditTimes(audit, gone)).toEqual([])
  })

  test('E8: a trigger stopped during a concurrent change is off afterwards', async () => {
    const { triggers } = await fixture.tenant()
    const note = { code: 'signal.switched-off', kind: 'conflict', message: 'off' } as const
    for (let n = 0; n < 20; n += 1) {
      const source = schedule(fixture)
      await triggers.create(source, null)
      const change = triggers.update({ ...source, version: 2 })
      const stop = triggers.stop(source.id, note, auditEntryOf(fixture, source.id, 9))
      await Promise.allSettled([change])
      await stop
      expect(await triggers.get(source.id)).toMatchObject({ enabled: false, note })
    }
  })

  test('E8: due triggers of all organisations are found, and the tenant of a trigger', async () => {
    const tenant = await fixture.tenant()
    const due = schedule(fixture, { nextAt: 1_000 })
    const later = schedule(fixture, { nextAt: 5_000 })
    const off = schedule(fixture, { nextAt: 1_000, enabled: false })
    for (const one of [due, later, off]) await tenant.triggers.create(one, null)
    const { directory } = fixture.store
    const found = (await directory.dueTriggers(1_000, 50)).filter(
      ({ tenantId }) => tenantId === tenant.tenantId,
    )
    expect(found).toEqual([{ tenantId: tenant.tenantId, id: due.id }])
    const planned = (await directory.plannedTriggers()).filter(({ id }) =>
      [due.id, later.id, off.id].includes(id),
    )
    expect(planned.toSorted((a, b) => a.nextAt - b.nextAt)).toEqual([
      { id: due.id, version: 1, nextAt: 1_000 },
      { id: later.id, version: 1, nextAt: 5_000 },
    ])
    expect(await directory.tenantOfTrigger(due.id)).toBe(tenant.tenantId)
    expect(await directory.tenantOfTrigger('sig_none' as TriggerId)).toBeNull()
  })

  test('E8: a planned time starts one run, in the batch that advances the schedule', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture, { nextAt: 1_000 })
    await tenant.triggers.create(source, null)
    const record = planned(source, { due: 1_000, nextAt: 2_000 })
    const first = await start(fixture, tenant, record)
    expect(await tenant.triggers.get(source.id)).toMatchObject({
      nextAt: 2_000,
      lastFiredAt: 1_000,
    })
    expect(await tenant.triggers.firing(source.id, 'at:1000')).toEqual({
      ...record.firing,
      ...first,
    })
    expect(await rejection(start(fixture, tenant, record))).toBe('signal.moved-on')
    await tenant.triggers.update({ ...source, nextAt: 1_000, version: 2 })
    expect(await rejection(start(fixture, tenant, record))).toBe('signal.fired-already')
    await tenant.triggers.advance(source.id, { due: 1_000, nextAt: 2_000 })
    await tenant.triggers.advance(source.id, { due: 1_000, nextAt: 3_000 })
    expect((await tenant.triggers.get(source.id))?.nextAt).toBe(2_000)
  })

  test('E8: a rejected firing leaves no run and no message', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture, { nextAt: 2_000 })
    await tenant.triggers.create(source, null)
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    const run = newRun(fixture, conversation.id)
    const firing = planned(source, { due: 1_000, nextAt: 3_000 })
    const step = batch(0, ['go'], { startRun: run, firing })
    const refused = tenant.conversations.append(conversation.id, step, 1)
    expect(await rejection(refused)).toBe('signal.moved-on')
    expect((await tenant.conversations.get(ann, conversation.id))?.headSeq).toBe(0)
    expect(await tenant.conversations.openRun(ann, conversation.id)).toBeNull()
    expect((await tenant.triggers.firings(source.id, { limit: 9 })).items).toEqual([])
  })

  test('E8: a conversation is created with its first batch, or not at all', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture, { nextAt: 1_000 })
    await tenant.triggers.create(source, null)
    const opened = newConversation(fixture)
    const begin = (due: number) => {
      const firing = planned(source, { due, nextAt: due + 1_000 })
      const step = batch(0, ['go'], {
        startRun: newRun(fixture, opened.id),
        firing,
        newConversation: opened,
      })
      return tenant.conversations.append(opened.id, step, 1)
    }
    expect(await rejection(begin(5_000))).toBe('signal.moved-on')
    expect(await tenant.conversations.get(ann, opened.id)).toBeNull()
    await begin(1_000)
    expect((await tenant.conversations.get(ann, opened.id))?.headSeq).toBe(1)
    expect(await rejection(begin(2_000))).toBe('conversation.moved-on')
  })

  test('E8: of many concurrent processes exactly one starts a run', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture, { nextAt: 1_000 })
    await tenant.triggers.create(source, null)
    const record = planned(source, { due: 1_000, nextAt: 2_000 })
    const tries = [1, 2, 3, 4].map(() => start(fixture, tenant, record))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await tenant.triggers.firings(source.id, { limit: 9 })).items).toHaveLength(1)
  })

  test('E8: the hourly rate limit of a trigger holds for every caller', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture, { nextAt: null })
    await tenant.triggers.create(source, null)
    const deliver = (n: number, firedAt: number) =>
      start(fixture, tenant, {
        firing: firing(source, { key: `key:${n}`, firedAt }),
        auditEntry: null,
        maxTurnsPerHour: 3,
      })
    const many = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => deliver(n, 1_000)))
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await rejection(deliver(6, 1_000 + 3_599_999))).toBe('signal.too-often')
    await deliver(7, 1_000 + 3_600_000)
  })

  test('E8: a skipped time is recorded with its reason', async () => {
    const { triggers } = await fixture.tenant()
    const source = schedule(fixture, { nextAt: 1_000 })
    await triggers.create(source, null)
    const problem = { code: 'signal.missed', kind: 'unavailable', message: 'missed' } as const
    const record = planned(source, { due: 1_000, nextAt: 2_000 })
    const skipped: TriggerFiring = { ...record.firing, outcome: 'skipped', problem }
    await triggers.record({ ...record, firing: skipped })
    expect(await triggers.firing(source.id, 'at:1000')).toEqual(skipped)
    expect(await triggers.get(source.id)).toMatchObject({ nextAt: 2_000, lastFiredAt: null })
    expect(await rejection(triggers.record(record))).toBe('signal.moved-on')
  })

  test('E8: firings are newest first, in pages, and are deleted after thirty days', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture, { nextAt: null })
    await tenant.triggers.create(source, null)
    const month = 30 * 24 * 3_600_000
    for (const at of [1, 2, 3, month + 2]) {
      const record = { firing: firing(source, { key: `key:${at}`, firedAt: at }), auditEntry: null }
      await start(fixture, tenant, record)
    }
    for (const limit of [1, 2, 200]) {
      const items = await allPages((page) => tenant.triggers.firings(source.id, page), limit)
      expect(items.map(({ firedAt }) => firedAt)).toEqual([month + 2, 3, 2])
    }
  })

  test('E8: firings of one moment are each on one page, and no cursor reveals a delivery id', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture, { nextAt: null })
    await tenant.triggers.create(source, null)
    for (const key of ['key:SECRET-b', 'key:SECRET-a', 'key:SECRET-c']) {
      await start(fixture, tenant, { firing: firing(source, { key }), auditEntry: null })
    }
    const skipped = firing(source, { key: 'at:1', outcome: 'skipped' })
    await tenant.triggers.record({ firing: skipped, auditEntry: null })
    const cursors: (string | null)[] = []
    const items = await allPages(async (page) => {
      const found = await tenant.triggers.firings(source.id, page)
      cursors.push(found.nextCursor)
      return found
    }, 1)
    expect(items.map(({ key }) => key).sort()).toEqual([
      'at:1',
      'key:SECRET-a',
      'key:SECRET-b',
      'key:SECRET-c',
    ])
    expect(cursors.filter((cursor) => cursor !== null)).toHaveLength(3)
    for (const cursor of cursors) expect(atob(cursor ?? '')).not.toContain('SECRET')
  })

  test('E8: lists filter by person and enabled, newest first', async () => {
    const { triggers } = await fixture.tenant()
    const hers = schedule(fixture, { createdAt: 1 })
    const his = schedule(fixture, { createdAt: 2, userId: bob })
    const off = schedule(fixture, { createdAt: 3, enabled: false, nextAt: null })
    for (const one of [hers, his, off]) await triggers.create(one, null)
    expect((await triggers.list({ userId: ann }, { limit: 9 })).items).toEqual([off, hers])
    expect((await triggers.list({}, { limit: 9 })).items).toEqual([off, his, hers])
    expect((await triggers.list({ enabled: false }, { limit: 9 })).items).toEqual([off])
    const on = await allPages((page) => triggers.list({ enabled: true }, page), 1)
    expect(on).toEqual([his, hers])
    expect((await triggers.list({ userId: bob, enabled: false }, { limit: 9 })).items).toEqual([])
  })

  test('E9: firings of a trace are one person’s or everybody’s, of this organisation alone', async () => {
    const tenant = await fixture.tenant()
    const [hers, his] = [schedule(fixture), schedule(fixture, { userId: bob })]
    for (const source of [hers, his]) {
      await tenant.triggers.create(source, null)
      const skipped = firing(source, { outcome: 'skipped' })
      await tenant.triggers.record({ firing: skipped, auditEntry: null })
    }
    const under = 'a'.repeat(32)
    const owners = async (owner: typeof ann | null) =>
      (await tenant.traces.firings(owner, under)).map(({ userId }) => userId).sort()
    expect(await owners(ann)).toEqual([ann])
    expect(await owners(null)).toEqual([ann, bob].sort())
    const attacker = await fixture.tenant()
    expect(await attacker.traces.firings(null, under)).toEqual([])
    expect(await tenant.traces.firings(null, 'b'.repeat(32))).toEqual([])
  })

  test('E9: the first 200 firings of a trace are returned, oldest first', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture)
    await tenant.triggers.create(source, null)
    for (let at = 205; at > 0; at -= 1) {
      const skipped = firing(source, { key: `at:${at}`, firedAt: at, outcome: 'skipped' })
      await tenant.triggers.record({ firing: skipped, auditEntry: null })
    }
    const found = await tenant.traces.firings(null, 'a'.repeat(32))
    expect(found.map(({ firing: { firedAt } }) => firedAt)).toEqual(
      Array.from({ length: 200 }, (_, at) => at + 1),
    )
  })

  test('A8: another organisation sees, changes and fires none of it', async () => {
    const tenant = await fixture.tenant()
    const attacker = await fixture.tenant()
    const source = schedule(fixture, { nextAt: 1_000 })
    await tenant.triggers.create(source, 'closed')
    const record = planned(source, { due: 1_000, nextAt: 2_000 })
    const { triggers } = attacker
    expect(await triggers.get(source.id)).toBeNull()
    expect(await triggers.encrypted(source.id)).toBeNull()
    expect((await triggers.list({}, { limit: 9 })).items).toEqual([])
    expect(await rejection(triggers.update({ ...source, version: 2 }))).toBe('signal.not-found')
    expect(await rejection(triggers.remove(source.id))).toBe('signal.not-found')
    expect(await rejection(triggers.record(record))).toBe('signal.moved-on')
    await triggers.advance(source.id, { due: 1_000, nextAt: null })
    const note = { code: 'x', kind: 'conflict', message: 'x' } as const
    await triggers.stop(source.id, note, auditEntryOf(fixture, source.id, 1))
    expect(await tenant.triggers.get(source.id)).toEqual(source)
    for (const one of [tenant, attacker]) expect(await auditTimes(one.audit, source.id)).toEqual([])
  })

  test('E8: a firing and its audit entry are atomic: a rejected firing is not audited', async () => {
    const tenant = await fixture.tenant()
    const source = schedule(fixture, { nextAt: 1_000 })
    await tenant.triggers.create(source, null)
    const at = (due: number, auditEntry = auditEntryOf(fixture, source.id, due)) => ({
      ...planned(source, { due, nextAt: due + 1_000 }),
      auditEntry,
    })
    await start(fixture, tenant, at(1_000))
    expect(await rejection(start(fixture, tenant, at(1_000)))).toBe('signal.moved-on')
    const { firing: fired, ...skipped } = at(2_000)
    const nothing = { ...fired, outcome: 'skipped' } as const
    await tenant.triggers.record({ ...skipped, firing: nothing })
    expect(await rejection(tenant.triggers.record({ ...skipped, firing: nothing }))).toBe(
      'signal.moved-on',
    )
    await tenant.triggers.record({ ...planned(source, { due: 3_000, nextAt: null }) })
    expect(await auditTimes(tenant.audit, source.id)).toEqual([2_000, 1_000])
  })
})

/** The audit times of a target, newest first. */
async function auditTimes(audit: AuditStore, target: string): Promise<readonly number[]> {
  return (await audit.list({ target }, { limit: 9 })).items.map(({ at }) => at)
}

async function start(
  fixture: StoreFixture,
  tenant: Awaited<ReturnType<StoreFixture['tenant']>>,
  record: FiringRecord,
) {
  const conversation = newConversation(fixture)
  await tenant.conversations.create(conversation)
  const run = newRun(fixture, conversation.id)
  const ids = { conversationId: conversation.id, runId: run.id as RunId }
  const answered = { ...record, firing: { ...record.firing, ...ids } }
  const step = batch(0, ['go'], { startRun: run, firing: answered })
  await tenant.conversations.append(conversation.id, step, 1)
  return ids
}
