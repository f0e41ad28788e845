import type { TenantId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'
import { portable } from './0002-portable.ts'
import { scripts } from './0003-scripts.ts'
import { library } from './0004-library.ts'

/** A database as the fourth release left it, with a key whose first characters it shows. */
async function withAKey(db: Kysely<unknown>, postgres: boolean) {
  const migrations = [foundation, portable, scripts, library]
  await createOlderDatabase(db, { postgres, migrations })
  await sql`insert into members (tenant_id, id, name, role, created_at)
    values (${olderTenant}, 'usr_bea', 'Bea', 'owner', 1)`.execute(db)
  return sql`insert into api_keys (tenant_id, id, user_id, name, prefix, hash, scopes, created_at)
    values (${olderTenant}, 'key_1', 'usr_bea', 'laptop', 'Passw0rd!', 'h', '[]', 1)`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from the fourth release (${kind.name})`, () => {
    test('no part of an older key is kept, and it still works', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => withAKey(db, postgres))
        const store = await backend.open({ clock: createFixedClock(), ids: createSequentialIds() })
        const keys = await store.tenant(olderTenant as TenantId).members.keys()
        expect(keys).toMatchObject([{ id: 'key_1', name: 'laptop', publicId: '' }])
        expect(await store.directory.findKey('h', 0)).toMatchObject({ key: { id: 'key_1' } })
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
