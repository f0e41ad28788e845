import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { RevisionDigest, SkillId, TenantId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFolderBlobs } from '../blobs/folder-blobs.ts'
import { sha256 } from '../contract/backends.ts'
import { checkedContent } from '../contract/checked-content.ts'
import { rejection } from '../contract/expectations.ts'
import { ann } from '../contract/store-fixture.ts'
import { migrate } from '../migrations/migrate.ts'
import { createDirectory } from '../organisation/directory.ts'
import { createSkillStore } from '../skills/skill-store.ts'
import { createDatabase, type Database } from './database.ts'
import { createNotificationHub } from './notifications/notification-hub.ts'
import type { Schema } from './schema.ts'
import { createSqliteFile } from './sqlite.ts'

const tenantId = 'ten_1' as TenantId
let folder = ''
let file = ''
let connection: Sqlite.Database
let database: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repertoire-sqlite-'))
  file = join(folder, 'a.db')
  connection = new Sqlite(file)
  const kysely = new Kysely<Schema>({ dialect: createSqliteFile(connection, file).dialect })
  database = createDatabase({
    kind: 'sqlite',
    kysely,
    hub: createNotificationHub(),
    origin: 'test',
  })
  await migrate(database, 1)
  await createDirectory(database, blobs()).createTenant({ id: tenantId, name: 't', createdAt: 1 })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const blobs = () => createFolderBlobs(join(folder, 'blobs'), { sha256 })

function skillStore() {
  return createSkillStore({
    db: database.scope(tenantId),
    blobs: blobs(),
    clock: createFixedClock(),
    ids: createSequentialIds(),
    sha256,
  })
}

test('a full disk rejects the batch, writes none of it, and later writes succeed when there is space', async () => {
  const skills = skillStore()
  await skills.save([checkedContent('before')], 'create')
  const pages = Number(connection.pragma('page_count', { simple: true }))
  connection.pragma(`max_page_count = ${pages + 20}`)
  const body = 'x'.repeat(4_096)
  const batch = Array.from({ length: 60 }, (_, index) => checkedContent(`s${index}`, { body }))
  expect(await rejection(skills.save(batch, 'create'))).toBe('store.full')
  const { items } = await skills.list(ann, {}, { limit: 200 })
  expect(items.map((skill) => skill.slug)).toEqual(['before'])
  expect(await skills.lastChangeSeq()).toBe(1)
  connection.pragma(`max_page_count = ${pages + 10_000}`)
  expect(await skills.save(batch, 'create')).toHaveLength(60)
  expect(await skills.lastChangeSeq()).toBe(61)
})

test('a writer waits for another process without blocking the event loop', async () => {
  const skills = skillStore()
  const other = new Sqlite(file)
  other.exec('begin immediate')
  let done = false
  const saving = skills.save([checkedContent('a')], 'create').then((outcomes) => {
    done = true
    return outcomes
  })
  for (let turn = 0; turn < 200; turn++) await setImmediate()
  expect(done).toBe(false)
  other.exec('rollback')
  other.close()
  expect((await saving)[0]?.status).toBe('created')
})

test('a caller that awaits only the database yields to the event loop', async () => {
  const skills = skillStore()
  let turned = false
  void setImmediate().then(() => {
    turned = true
  })
  for (let reads = 0; !turned && reads < 100_000; reads++) await skills.lastChangeSeq()
  expect(turned).toBe(true)
})

test('transactions never interleave, and a reader never sees half of one', async () => {
  const db = database.scope(tenantId)
  const addTwo = () =>
    db.write(async (trx) => {
      for (let step = 0; step < 2; step++) {
        const { change_seq } = await trx
          .selectFrom('tenants')
          .select('change_seq')
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('tenants')
          .set({ change_seq: change_seq + 1 })
          .execute()
      }
    })
  const read = () => db.read.selectFrom('tenants').select('change_seq').executeTakeFirstOrThrow()
  const work = Array.from({ length: 40 }, (_, index) => (index % 2 ? read() : addTwo()))
  const seen = (await Promise.all(work)).flatMap((row) => row?.change_seq ?? [])
  expect(seen.filter((value) => value % 2 !== 0)).toEqual([])
  expect((await read()).change_seq).toBe(40)
})

test('a rejected transaction writes nothing, and the next one works', async () => {
  const db = database.scope(tenantId)
  const failing = db.write(async (trx) => {
    await trx.updateTable('tenants').set({ change_seq: 99 }).execute()
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  await db.write(async (trx) => {
    await trx.updateTable('tenants').set({ name: 'next' }).execute()
  })
  const row = await db.read.selectFrom('tenants').selectAll().executeTakeFirst()
  expect(row).toMatchObject({ change_seq: 0, name: 'next' })
})

test('a write is synced to disk before it is acknowledged', async () => {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.unscoped)
  expect(rows).toEqual([{ synchronous: 2 }])
})

/** SQLite's query plan of each statement that `work` runs. */
async function plansOf(work: () => Promise<unknown>): Promise<string> {
  const prepare = vi.spyOn(connection, 'prepare')
  await work()
  const statements = prepare.mock.calls.map(([text]) => text)
  prepare.mockRestore()
  const steps = statements.flatMap((text) =>
    connection.prepare(`explain query plan ${text}`).all(
      text
        .split('?')
        .slice(1)
        .map(() => null),
    ),
  )
  return (steps as { detail: string }[]).map(({ detail }) => detail).join('\n')
}

test('reads use keys and indexes although values are hidden from the planner', async () => {
  const skills = skillStore()
  const id = 'skl_1' as SkillId
  const plans = await plansOf(async () => {
    await skills.get(ann, id)
    await skills.getMany(ann, [id])
    await skills.content(ann, id, 'd' as RevisionDigest)
    await skills.list(ann, { tags: ['t'] }, { limit: 5 })
    await skills.changesAfter(3, 5)
    await createDirectory(database, blobs()).findKey('hash', 1)
  })
  expect(plans).toContain('SEARCH skills USING')
  expect(plans).not.toContain('SCAN')
  expect(plans).not.toContain('TEMP B-TREE')
})

test('open runs and pending approvals are found by their partial indexes', async () => {
  const directory = createDirectory(database, blobs())
  const runs = await plansOf(() => directory.claimableRuns(1))
  expect(runs).toContain('runs USING INDEX runs_one_open')
  const approvals = await plansOf(() => directory.overdueApprovals(1))
  expect(approvals).toContain('SEARCH approvals USING INDEX approvals_pending')
})
