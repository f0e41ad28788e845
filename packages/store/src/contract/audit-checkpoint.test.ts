import {
  type AuditCheckpoint,
  type CheckpointSigner,
  chainStart,
  type TenantStore,
} from '@repertoire/core'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  entriesOf,
  keepSevenDays,
  newSigner,
  removeByRetention,
  verifyLog as verify,
} from './audit-verification.ts'
import { type Backend, type BackendKind, databaseKinds } from './backends.ts'
import { inspect } from './inspect.ts'

const dayMs = 24 * 3600_000

/** A log of which retention removed entries 1 to 4; 5 to 8 are there. */
async function withLog(kind: BackendKind, body: (log: Log) => Promise<void>): Promise<void> {
  const backend = await kind.create()
  try {
    const [clock, ids] = [createFixedClock(), createSequentialIds()]
    const store = await backend.open({ clock, ids })
    const newTenant = async () => {
      const id = ids.next('ten') as TenantStore['tenantId']
      await store.directory.createTenant({ id, name: 'x', createdAt: 1 })
      return store.tenant(id)
    }
    const fixture = { clock, id: (prefix: string) => ids.next(prefix as 'aud') as string }
    const [tenant, signer] = [await newTenant(), newSigner()]
    const first = await removeByRetention(fixture, tenant, { old: 4, recent: 3, signer })
    if (!first) throw new Error('nothing was removed')
    await body({ backend, fixture, tenant, newTenant, signer, first })
    await store.close()
  } finally {
    await backend.destroy()
  }
}

interface Log {
  readonly backend: Backend
  readonly fixture: Parameters<typeof removeByRetention>[0]
  readonly tenant: TenantStore
  readonly newTenant: () => Promise<TenantStore>
  readonly signer: CheckpointSigner
  readonly first: AuditCheckpoint
}

const write = (backend: Backend, statement: string) =>
  inspect(backend, (db) => sql.raw(statement).execute(db))

const writeCheckpoint = (backend: Backend, checkpoint: AuditCheckpoint | null) => {
  const text = checkpoint && JSON.stringify(checkpoint)
  return inspect(backend, (db) => sql`update audit_chains set checkpoint = ${text}`.execute(db))
}

/** What somebody does who can write the database and wants entry 5 gone as well. */
async function removeFifth({ backend, tenant }: Log): Promise<{ seq: number; hash: string }> {
  const range = await tenant.audit.range({})
  const [fifth] = await tenant.audit.slice(range, { after: null, limit: 1 })
  if (fifth?.seq !== 5) throw new Error('the fifth entry is not the first')
  await write(backend, 'delete from audit where seq = 5')
  await write(backend, `update audit_chains set start_seq = 5, start_hash = '${fifth.hash}'`)
  return { seq: 5, hash: fifth.hash }
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`the start of the audit log (${kind.name})`, () => {
    test('does not move unseen: the oldest entries and the start are changed together', async () => {
      await withLog(kind, async (log) => {
        const { tenant, signer, backend, first } = log
        const kept = (await tenant.audit.range({})).head.hash
        expect((await verify(tenant, { signer, kept })).broken).toBeNull()
        const { hash } = await removeFifth(log)
        const broken = async () => (await verify(tenant, { signer, kept })).broken
        expect(await broken()).toEqual({ kind: 'checkpoint-mismatch', seq: 6, id: null })
        await writeCheckpoint(backend, null)
        expect(await broken()).toMatchObject({ kind: 'checkpoint-missing', seq: 6 })
        await writeCheckpoint(backend, { ...first, removed: 5, hash })
        expect(await broken()).toMatchObject({ kind: 'checkpoint-changed' })
        const { sign } = newSigner()
        await writeCheckpoint(backend, { ...first, removed: 5, hash, signature: sign('') })
        expect(await broken()).toMatchObject({ kind: 'checkpoint-changed' })
        await writeCheckpoint(backend, { ...first, removed: 5, hash, signature: null })
        expect(await broken()).toMatchObject({ kind: 'checkpoint-unsigned' })
        const older = { removed: 5, hash, at: null, days: null, unproved: 5, signature: null }
        await writeCheckpoint(backend, older)
        expect(await broken()).toMatchObject({ kind: 'removed-before-checkpoints' })
      })
    })

    test('does not vanish from a log of which nothing was removed', async () => {
      await withLog(kind, async ({ newTenant, fixture, backend, signer }) => {
        const whole = await newTenant()
        await whole.audit.append(entriesOf(fixture, 3))
        const { tenantId: id } = whole
        const [entry] = await whole.audit.slice(await whole.audit.range({}), {
          after: null,
          limit: 1,
        })
        await write(backend, `delete from audit where tenant_id = '${id}' and seq = 1`)
        const start = `start_seq = 1, start_hash = '${entry?.hash}'`
        await write(backend, `update audit_chains set ${start} where tenant_id = '${id}'`)
        const { broken } = await verify(whole, { signer })
        expect(broken).toEqual({ kind: 'checkpoint-missing', seq: 2, id: null })
      })
    })

    test('is not proved by an old checkpoint, or by one of another organisation', async () => {
      await withLog(kind, async (log) => {
        const { fixture, tenant, signer, first, backend, newTenant } = log
        await removeByRetention(fixture, tenant, { old: 1, recent: 1, signer })
        const { before } = await tenant.audit.range({})
        await writeCheckpoint(backend, first)
        expect((await verify(tenant, { signer })).broken).toMatchObject({
          kind: 'checkpoint-mismatch',
        })
        const back = `start_seq = ${first.removed}, start_hash = '${first.hash}'`
        await write(backend, `update audit_chains set ${back}`)
        expect((await verify(tenant, { signer })).broken).toEqual({
          ...{ kind: 'removed', seq: 5, id: null },
        })
        const start = `start_seq = ${before.seq}, start_hash = '${before.hash}'`
        await write(backend, `update audit_chains set ${start}`)
        const other = await newTenant()
        const foreign = await removeByRetention(fixture, other, {
          ...{ old: before.seq, recent: 1, signer },
        })
        await writeCheckpoint(backend, foreign && { ...foreign, hash: before.hash })
        expect((await verify(tenant, { signer })).broken).toMatchObject({
          kind: 'checkpoint-changed',
        })
      })
    })

    test('retention signs no start that was moved: what nothing proves is counted for good', async () => {
      await withLog(kind, async (log) => {
        const { fixture, tenant, signer } = log
        await removeFifth(log)
        const next = await removeByRetention(fixture, tenant, { old: 1, recent: 1, signer })
        expect(next).toMatchObject({ unproved: 5 })
        const later = await removeByRetention(fixture, tenant, { old: 1, recent: 1, signer })
        expect(later).toMatchObject({ unproved: 5 })
        const broken = async (accepted: number) =>
          (await verify(tenant, { signer, accepted })).broken
        expect(await broken(4)).toMatchObject({ kind: 'checkpoint-unproved' })
        expect(await broken(5)).toBeNull()
      })
    })

    test.each([
      ['changed', `update audit set details = '{}' where seq = 6`, 6],
      ['made older', `update audit set at = 1 where seq = 8`, 8],
      ['removed', 'delete from audit where seq = 6', 6],
    ])('retention keeps entries of which one was %s', async (_, statement, seq) => {
      await withLog(kind, async ({ backend, fixture, tenant, signer, first }) => {
        await write(backend, statement)
        fixture.clock.advance(20 * dayMs)
        await expect(keepSevenDays(fixture, tenant, signer)).rejects.toMatchObject({
          problem: { code: 'audit.chain-broken', details: { seq } },
        })
        expect((await tenant.audit.range({})).checkpoint).toEqual(first)
        expect((await verify(tenant, { signer })).broken).toMatchObject({ seq })
      })
    })

    test('is not signed without a key, which verification can tell', async () => {
      await withLog(kind, async ({ fixture, newTenant, signer }) => {
        const other = await newTenant()
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
    })

    test('of an earlier release is told as removed before checkpoints existed', async () => {
      await withLog(kind, async ({ backend, tenant, signer, first }) => {
        await write(backend, 'alter table audit_chains drop column checkpoint')
        await write(backend, `delete from schema_migrations where name = '0012-audit-checkpoints'`)
        const upgraded = await backend.open({
          ...{ clock: createFixedClock(), ids: createSequentialIds() },
        })
        const log = upgraded.tenant(tenant.tenantId)
        const { checkpoint } = await log.audit.range({})
        expect(checkpoint).toEqual({
          ...{ removed: 4, hash: first.hash, at: null, days: null },
          ...{ unproved: 4, signature: null },
        })
        const broken = async (accepted: number) => (await verify(log, { signer, accepted })).broken
        expect(await broken(0)).toMatchObject({ kind: 'removed-before-checkpoints', seq: 5 })
        expect(await broken(4)).toBeNull()
        await upgraded.close()
      })
    })

    test('is the first entry where nothing was removed', async () => {
      await withLog(kind, async ({ newTenant, fixture, signer }) => {
        const whole = await newTenant()
        await whole.audit.append(entriesOf(fixture, 2))
        const check = await verify(whole, { signer })
        expect(check).toMatchObject({ broken: null, count: 2 })
        expect(check.range).toMatchObject({ before: chainStart, checkpoint: null })
      })
    })
  })
}
