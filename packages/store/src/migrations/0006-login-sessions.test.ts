import type { TenantId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'

/** A database of an older release, with somebody who is logged in. */
async function withALogin(db: Kysely<unknown>, postgres: boolean) {
  await createOlderDatabase(db, { postgres, migrations: [foundation] })
  await sql`insert into members (tenant_id, id, name, role, created_at)
    values (${olderTenant}, 'usr_bea', 'Bea', 'owner', 5)`.execute(db)
  return sql`insert into login_sessions (tenant_id, token_hash, user_id, created_at, expires_at)
    values (${olderTenant}, ${'f'.repeat(64)}, 'usr_bea', 5, 900)`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from a release without listed sessions (${kind.name})`, () => {
    test('a login keeps working, is listed and can be ended', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => withALogin(db, postgres))
        const store = await backend.open({ clock: createFixedClock(), ids: createSequentialIds() })
        expect(await store.directory.findSession('f'.repeat(64), 10)).not.toBeNull()
        const { members } = store.tenant(olderTenant as TenantId)
        const [session] = await members.sessions(10)
        expect(session).toMatchObject({ id: `ses_${'f'.repeat(20)}`, createdAt: 5, userAgent: '' })
        expect(session && (await members.removeSessions([session.id]))).toBe(1)
        expect(await store.directory.findSession('f'.repeat(64), 10)).toBeNull()
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
