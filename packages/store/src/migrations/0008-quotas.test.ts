import type { TenantId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { checkedContent } from '../contract/checked-content.ts'
import { inspect } from '../contract/inspect.ts'

/** Takes the migration back, so that the next start runs it on what is there. */
async function undo(db: Kysely<unknown>) {
  await sql`alter table revisions drop column stored_bytes`.execute(db)
  await sql`drop table daily_runs`.execute(db)
  return sql`delete from schema_migrations where name = '0008-quotas'`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from a release without quotas (${kind.name})`, () => {
    test('the bytes of every revision are counted', async () => {
      const backend = await kind.create()
      const parts = { clock: createFixedClock(), ids: createSequentialIds() }
      const id = 'ten_old' as TenantId
      try {
        const before = await backend.open(parts)
        await before.directory.createTenant({ id, name: 'Old', createdAt: 1 })
        const { skills, quotas } = before.tenant(id)
        const files = { 'notes.md': 'x'.repeat(500) }
        await skills.save(
          [checkedContent('a', { files }), checkedContent('b', { files })],
          'upsert',
        )
        await skills.save([checkedContent('a', { files, body: '# again\n' })], 'upsert')
        const expected = await quotas.usage('usr_a' as never, 1)
        await before.close()
        await inspect(backend, undo)
        const after = await backend.open(parts)
        expect(await after.tenant(id).quotas.usage('usr_a' as never, 1)).toEqual(expected)
        expect(expected[0]?.organisation).toBeGreaterThan(1_000)
        await after.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
