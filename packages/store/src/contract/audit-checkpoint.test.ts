import { type AuditCheckpoint, type CheckpointSigner, chainStart } from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  entriesOf,
  keepSevenDays,
  newSigner,
  removeByRetention,
  verifyLog as verify,
} from './audit-verification.ts'
import { databaseKinds } from './backends.ts'
import { inspect } from './inspect.ts'
import { forEveryStore, type StoreFixture } from './store-fixture.ts'

const dayMs = 24 * 3600_000

/** A log of which retention removed entries 1 to 4; 5 to 8 are there. */
async function newLog(fixture: StoreFixture): Promise<Log> {
  const [tenant, signer] = [await fixture.tenant(), newSigner()]
  const first = await removeByRetention(fixture, tenant, { old: 4, recent: 3, signer })
  if (!first) throw new Error('nothing was removed')
  return { fixture, tenant, signer, first }
}

interface Log {
  readonly fixture: StoreFixture
  readonly tenant: TenantStore
  readonly signer: CheckpointSigner
  readonly first: AuditCheckpoint
}

interface Written {
  readonly fixture: StoreFixture
  readonly tenant: Pick<TenantStore, 'tenantId'>
}

/** Changes the rows of the tenant past the store; `statement` has no condition, or ends with one. */
function write({ fixture, tenant }: Written, statement: string) {
  const joined = statement.includes(' where ') ? 'and' : 'where'
  const ofTenant = `${statement} ${joined} tenant_id = '${tenant.tenantId}'`
  return inspect(fixture.backend, (db) => sql.raw(ofTenant).execute(db))
}

function writeCheckpoint({ fixture, tenant }: Written, checkpoint: AuditCheckpoint | null) {
  const text = checkpoint && JSON.stringify(checkpoint)
  return inspect(fixture.backend, (db) =>
    sql`update audit_chains set checkpoint = ${text} where tenant_id = ${tenant.tenantId}`.execute(
      db,
    ),
  )
}

/** What somebody does who can write the database and wants entry 5 gone as well. */
async function removeFifth(log: Log): Promise<{ seq: number; hash: string }> {
  const { audit } = log.tenant
  const range = await audit.range({})
  const [fifth] = await audit.slice(range, { after: null, limit: 1 })
  if (fifth?.seq !== 5) throw new Error('the fifth entry is not the first')
  await write(log, 'delete from audit where seq = 5')
  await write(log, `update audit_chains set start_seq = 5, start_hash = '${fifth.hash}'`)
  return { seq: 5, hash: fifth.hash }
}

forEveryStore(
  'the start of the audit log',
  (fixture) => {
    test('does not move unseen: the oldest entries and the start are changed together', async () => {
      const log = await newLog(fixture)
      const { tenant, signer, first } = log
      const kept = (await tenant.audit.range({})).head.hash
      expect((await verify(tenant, { signer, kept })).broken).toBeNull()
      const { hash } = await removeFifth(log)
      const broken = async () => (await verify(tenant, { signer, kept })).broken
      expect(await broken()).toEqual({ kind: 'checkpoint-mismatch', seq: 6, id: null })
      await writeCheckpoint(log, null)
      expect(await broken()).toMatchObject({ kind: 'checkpoint-missing', seq: 6 })
      await writeCheckpoint(log, { ...first, removed: 5, hash })
      expect(await broken()).toMatchObject({ kind: 'checkpoint-changed' })
      const { sign } = newSigner()
      await writeCheckpoint(log, { ...first, removed: 5, hash, signature: sign('') })
      expect(await broken()).toMatchObject({ kind: 'checkpoint-changed' })
      await writeCheckpoint(log, { ...first, removed: 5, hash, signature: null })
      expect(await broken()).toMatchObject({ kind: 'checkpoint-unsigned' })
      const older = { removed: 5, hash, at: null, days: null, unproved: 5, signature: null }
      await writeCheckpoint(log, older)
      expect(await broken()).toMatchObject({ kind: 'removed-before-checkpoints' })
    })

    test('does not vanish from a log of which nothing was removed', async () => {
      const whole = await fixture.tenant()
      await whole.audit.append(entriesOf(fixture, 3))
      const [entry] = await whole.audit.slice(await whole.audit.range({}), {
        after: null,
        limit: 1,
      })
      const log = { fixture, tenant: whole }
      await write(log, 'delete from audit where seq = 1')
      await write(log, `update audit_chains set start_seq = 1, start_hash = '${entry?.hash}'`)
      const { broken } = await verify(whole, { signer: newSigner() })
      expect(broken).toEqual({ kind: 'checkpoint-missing', seq: 2, id: null })
    })

    test('is not proved by an old checkpoint, or by one of another organisation', async () => {
      const log = await newLog(fixture)
      const { tenant, signer, first } = log
      await removeByRetention(fixture, tenant, { old: 1, recent: 1, signer })
      const { before } = await tenant.audit.range({})
      await writeCheckpoint(log, first)
      expect((await verify(tenant, { signer })).broken).toMatchObject({
        kind: 'checkpoint-mismatch',
      })
      const back = `start_seq = ${first.removed}, start_hash = '${first.hash}'`
      await write(log, `update audit_chains set ${back}`)
      expect((await verify(tenant, { signer })).broken).toEqual({
        ...{ kind: 'removed', seq: 5, id: null },
      })
      const start = `start_seq = ${before.seq}, start_hash = '${before.hash}'`
      await write(log, `update audit_chains set ${start}`)
      const other = await fixture.tenant()
      const foreign = await removeByRetention(fixture, other, {
        ...{ old: before.seq, recent: 1, signer },
      })
      await writeCheckpoint(log, foreign && { ...foreign, hash: before.hash })
      expect((await verify(tenant, { signer })).broken).toMatchObject({
        kind: 'checkpoint-changed',
      })
    })

    test('retention signs no start that was moved: what nothing proves is counted for good', async () => {
      const log = await newLog(fixture)
      const { tenant, signer } = log
      await removeFifth(log)
      const next = await removeByRetention(fixture, tenant, { old: 1, recent: 1, signer })
      expect(next).toMatchObject({ unproved: 5 })
      const later = await removeByRetention(fixture, tenant, { old: 1, recent: 1, signer })
      expect(later).toMatchObject({ unproved: 5 })
      const broken = async (accepted: number) => (await verify(tenant, { signer, accepted })).broken
      expect(await broken(4)).toMatchObject({ kind: 'checkpoint-unproved' })
      expect(await broken(5)).toBeNull()
    })

    test.each([
      ['changed', `update audit set details = '{}' where seq = 6`, 6],
      ['made older', `update audit set at = 1 where seq = 8`, 8],
      ['removed', 'delete from audit where seq = 6', 6],
    ])('retention keeps entries of which one was %s', async (_, statement, seq) => {
      const log = await newLog(fixture)
      const { tenant, signer, first } = log
      await write(log, statement)
      fixture.clock.advance(20 * dayMs)
      await expect(keepSevenDays(fixture, tenant, signer)).rejects.toMatchObject({
        problem: { code: 'audit.chain-broken', details: { seq } },
      })
      expect((await tenant.audit.range({})).checkpoint).toEqual(first)
      expect((await verify(tenant, { signer })).broken).toMatchObject({ seq })
    })

    test('is not signed without a key, which verification can tell', async () => {
      const signer = newSigner()
      const other = await fixture.tenant()
      const unsigned = await removeByRetention(fixture, other, {
        old: 2,
        recent: 1,
        signer: null,
      })
      expect(unsigned).toMatchObject({ removed: 2, unproved: 2, signature: null })
      expect((await verify(other)).broken).toBeNull()
      expect((await verify(other, { signer })).broken).toMatchObject({
        ...{ kind: 'checkpoint-unsigned', seq: 3 },
      })
      expect((await verify(other, { signer, accepted: 2 })).broken).toBeNull()
      const signed = await removeByRetention(fixture, other, { old: 1, recent: 1, signer })
      expect(signed).toMatchObject({ unproved: 2 })
    })

    test('is the first entry where nothing was removed', async () => {
      const whole = await fixture.tenant()
      await whole.audit.append(entriesOf(fixture, 2))
      const check = await verify(whole, { signer: newSigner() })
      expect(check).toMatchObject({ broken: null, count: 2 })
      expect(check.range).toMatchObject({ before: chainStart, checkpoint: null })
    })
  },
  databaseKinds,
)

forEveryStore(
  'the start of the audit log of an earlier release',
  (fixture) => {
    test('is told as removed before checkpoints existed', async () => {
      const { tenant, signer, first } = await newLog(fixture)
      const change = (statement: string) =>
        inspect(fixture.backend, (db) => sql.raw(statement).execute(db))
      await change('alter table audit_chains drop column checkpoint')
      await change(`delete from schema_migrations where name = '0012-audit-checkpoints'`)
      const log = (await fixture.openAnother()).tenant(tenant.tenantId)
      const { checkpoint } = await log.audit.range({})
      expect(checkpoint).toEqual({
        ...{ removed: 4, hash: first.hash, at: null, days: null },
        ...{ unproved: 4, signature: null },
      })
      const broken = async (accepted: number) => (await verify(log, { signer, accepted })).broken
      expect(await broken(0)).toMatchObject({ kind: 'removed-before-checkpoints', seq: 5 })
      expect(await broken(4)).toBeNull()
    })
  },
  databaseKinds,
)
