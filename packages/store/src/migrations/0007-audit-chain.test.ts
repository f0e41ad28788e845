import type { TenantId } from '@repertoire/core/base'
import { auditHash, auditRecord, chainStart } from '@repertoire/core/domain'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds, sha256 } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'
import { portable } from './0002-portable.ts'
import { scripts } from './0003-scripts.ts'
import { library } from './0004-library.ts'

/** A database as the fourth release left it, with more entries than one batch, not in the order of their times. */
async function withEntries(db: Kysely<unknown>, postgres: boolean) {
  const migrations = [foundation, portable, scripts, library]
  await createOlderDatabase(db, { postgres, migrations })
  for (let n = 0; n < 1_100; n += 1) {
    await sql`insert into audit (tenant_id, id, at, actor, action, target, trace_id, details)
      values (${olderTenant}, ${`aud_${n}`}, ${(n * 7) % 50}, 'usr_a', 'skill-created', 's', null, '{"n":1}')`.execute(
      db,
    )
  }
  return sql`select 1`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`entries from the fourth release (${kind.name})`, () => {
    test('are chained in the order of their times, and new ones follow', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => withEntries(db, postgres))
        const store = await backend.open({ clock: createFixedClock(), ids: createSequentialIds() })
        const { audit } = store.tenant(olderTenant as TenantId)
        const entry = { id: 'aud_new', at: 60, actor: null, action: 'a', target: 't' }
        await audit.append([{ ...entry, traceId: null, details: {} }])
        const range = await audit.range({})
        const entries = await audit.slice(range, { after: null, limit: 5_000 })
        expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, n) => n + 1))
        expect(entries.map(({ at }) => at)).toEqual(
          entries.map(({ at }) => at).sort((a, b) => a - b),
        )
        expect(entries).toHaveLength(1_101)
        let previous = chainStart.hash
        for (const one of entries) {
          expect(one.hash).toBe(auditHash(sha256, previous, auditRecord(one)))
          previous = one.hash
        }
        expect(range.head).toEqual({ seq: 1_101, hash: previous })
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
