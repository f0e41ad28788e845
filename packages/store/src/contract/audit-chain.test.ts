import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  entriesOf,
  newSigner,
  removeByRetention,
  verifyLog as verify,
} from './audit-verification.ts'
import { databaseKinds } from './backends.ts'
import { inspect } from './inspect.ts'
import { ann, forEveryStore } from './store-fixture.ts'

forEveryStore('the chain of the audit log', (fixture) => {
  test('every entry has the next number, and its hash covers the one before', async () => {
    const tenant = await fixture.tenant()
    expect(await verify(tenant)).toMatchObject({ count: 0, broken: null })
    await tenant.audit.append(entriesOf(fixture, 3))
    await tenant.audit.append(entriesOf(fixture, 2))
    const { items } = await tenant.audit.list({}, { limit: 9 })
    expect(items.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1])
    expect(items[0]).toMatchObject({ credentialId: 'key_1', address: '10.0.0.7' })
    expect(await verify(tenant)).toMatchObject({ count: 5, broken: null })
    const heads = await fixture.store.directory.auditHeads()
    expect(heads).toContainEqual({ tenantId: tenant.tenantId, seq: 5 })
  })

  test('a part of the log is checked from the entry before it', async () => {
    const tenant = await fixture.tenant()
    const entries = entriesOf(fixture, 5)
    await tenant.audit.append(entries)
    const [, , third, fourth] = entries
    const check = await verify(tenant, { from: third?.at ?? 0 })
    expect(check).toMatchObject({ count: 3, broken: null, range: { before: { seq: 2 } } })
    const span = { from: third?.at, to: fourth?.at }
    const range = await tenant.audit.range(span)
    expect([range.before.seq, range.last.seq, range.head.seq]).toEqual([2, 3, 5])
    const future = await tenant.audit.range({ from: fixture.clock.now() + 1 })
    expect([future.before.seq, future.last.seq]).toEqual([5, 5])
  })

  test('a hash that was kept elsewhere is found in the chain, and only there', async () => {
    const tenant = await fixture.tenant()
    await tenant.audit.append(entriesOf(fixture, 3))
    const { head } = await tenant.audit.range({})
    await tenant.audit.append(entriesOf(fixture, 3))
    expect(await verify(tenant, { kept: head.hash })).toMatchObject({ hasKeptHead: true })
    const unknown = await verify(tenant, { kept: 'f'.repeat(64) })
    expect(unknown).toMatchObject({ hasKeptHead: false, broken: null })
  })

  test('retention removes the oldest entries, records it, and leaves a signed checkpoint', async () => {
    const tenant = await fixture.tenant()
    const signer = newSigner()
    const checkpoint = await removeByRetention(fixture, tenant, { old: 4, recent: 3, signer })
    const { items } = await tenant.audit.list({}, { limit: 9 })
    expect(items.map(({ seq }) => seq)).toEqual([8, 7, 6, 5])
    const removed = { last_seq: 4, last_hash: checkpoint?.hash }
    expect(items[0]?.details).toEqual({ count: 4, days: 7, ...removed })
    expect(checkpoint).toMatchObject({ removed: 4, days: 7, unproved: 0 })
    expect(checkpoint?.signature).toMatch(/^[\w-]{86}$/)
    const kept = checkpoint?.hash ?? ''
    const check = await verify(tenant, { kept, signer })
    expect(check).toMatchObject({ count: 4, broken: null, hasKeptHead: true })
    const second = await removeByRetention(fixture, tenant, { old: 1, recent: 1, signer })
    expect(second).toMatchObject({ removed: 9, unproved: 0 })
    expect(await verify(tenant, { signer })).toMatchObject({ count: 2, broken: null })
  })

  test('removing a person changes no entry and breaks no chain', async () => {
    const tenant = await fixture.tenant()
    for (const [id, role] of [
      ['usr_boss', 'owner'],
      [ann, 'member'],
    ] as const) {
      await tenant.members.create({ id: id as typeof ann, name: id, role, createdAt: 1 })
    }
    await tenant.audit.append(entriesOf(fixture, 3))
    await tenant.members.remove(ann)
    expect(await verify(tenant)).toMatchObject({ count: 3, broken: null })
  })

  test('how far a destination has got the log is moved by one of two', async () => {
    const { audit } = await fixture.tenant()
    expect(await audit.forwardedTo('udp://log:514')).toBe(0)
    expect(await audit.setForwarded('udp://log:514', { from: 0, to: 5 })).toBe(true)
    expect(await audit.setForwarded('udp://log:514', { from: 0, to: 4 })).toBe(false)
    expect(await audit.forwardedTo('udp://log:514')).toBe(5)
    expect(await audit.forwardedTo('udp://other:514')).toBe(0)
  })

  test('entries of many writers at once, in two processes, form one chain', async () => {
    const tenant = await fixture.tenant()
    const other = (await fixture.openAnother()).tenant(tenant.tenantId)
    const batches = Array.from({ length: 40 }, () => entriesOf(fixture, 2))
    await Promise.all(batches.map((batch, n) => (n % 2 ? tenant : other).audit.append(batch)))
    expect(await verify(tenant)).toMatchObject({ count: 80, broken: null })
  })
})

const changes: readonly (readonly [string, string, object])[] = [
  ['changed details', `update audit set details = '{}' where seq = 3`, { kind: 'changed', seq: 3 }],
  ['a changed actor', `update audit set actor = null where seq = 3`, { kind: 'changed', seq: 3 }],
  ['a changed address', `update audit set address = '' where seq = 3`, { kind: 'changed', seq: 3 }],
  ['a changed time', `update audit set at = at - 1 where seq = 2`, { kind: 'changed', seq: 2 }],
  ['a removed entry', `delete from audit where seq = 3`, { kind: 'removed', seq: 3, id: null }],
  ['a removed first entry', `delete from audit where seq = 1`, { kind: 'removed', seq: 1 }],
  ['a removed last entry', `delete from audit where seq = 5`, { kind: 'cut-off', seq: 5 }],
  [
    'an inserted entry without a number',
    `insert into audit (tenant_id, id, at, action, target, details) select tenant_id, 'x', at, action, target, details from audit where seq = 3`,
    { kind: 'inserted', seq: 0, id: 'x' },
  ],
  [
    'an inserted entry with the number of another',
    `insert into audit (tenant_id, id, at, action, target, details, seq, hash) select tenant_id, 'zz', at, action, target, details, seq, hash from audit where seq = 3`,
    { kind: 'inserted', seq: 3, id: 'zz' },
  ],
  [
    'an entry inserted after the last one',
    `insert into audit (tenant_id, id, at, action, target, details, seq, hash) select tenant_id, 'zz', at, action, target, details, 6, hash from audit where seq = 5`,
    { kind: 'inserted', seq: 6, id: 'zz' },
  ],
  [
    'two entries in another order',
    `update audit set seq = case seq when 2 then 3 else 2 end where seq in (2, 3)`,
    { kind: 'changed', seq: 2 },
  ],
]

forEveryStore(
  'somebody who can write the database',
  (fixture) => {
    test.each(changes)('%s is found', async (_, statement, expected) => {
      const tenant = await fixture.tenant()
      await tenant.audit.append(entriesOf(fixture, 5))
      expect((await verify(tenant)).broken).toBeNull()
      const ofTenant = `${statement} and tenant_id = '${tenant.tenantId}'`
      await inspect(fixture.backend, (db) => sql.raw(ofTenant).execute(db))
      expect((await verify(tenant)).broken).toMatchObject(expected)
    })
  },
  databaseKinds,
)
