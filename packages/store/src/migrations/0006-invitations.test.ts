import type { TenantId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'

/** A database of an older release, with one member. */
async function withAMember(db: Kysely<unknown>, postgres: boolean) {
  await createOlderDatabase(db, { postgres, migrations: [foundation] })
  return sql`insert into members (tenant_id, id, name, role, created_at)
    values (${olderTenant}, 'usr_bea', 'Bea', 'owner', 5)`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from a release without invitations (${kind.name})`, () => {
    test('members are persons who have joined, so that no invitation opens their accounts', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => withAMember(db, postgres))
        const store = await backend.open({ clock: createFixedClock(), ids: createSequentialIds() })
        const members = await store.tenant(olderTenant as TenantId).members.list()
        expect(members).toMatchObject([{ id: 'usr_bea', kind: 'person', joinedAt: 5 }])
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
