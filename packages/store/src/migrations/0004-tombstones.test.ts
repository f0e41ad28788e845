import type { SkillId, UserId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { checkedContent } from '../contract/checked-content.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant as tenantId } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'
import { portable } from './0002-portable.ts'
import { scripts } from './0003-scripts.ts'

const ann = 'usr_ann' as UserId
const old = 'skl_old' as SkillId

/** A database as the third release left it, with one skill. */
async function withASkill(db: Kysely<unknown>, postgres: boolean) {
  await createOlderDatabase(db, { postgres, migrations: [foundation, portable, scripts] })
  await sql`insert into skills (tenant_id, id, scope, slug, enabled, source_type, provenance,
      head_number, version, created_by, created_at, updated_at)
    values (${tenantId}, ${old}, 'org', 'triage', 1, 'manual', 'authored', 1, 1, ${ann}, 1, 1)`.execute(
    db,
  )
  return sql`insert into revisions (tenant_id, skill_id, number, digest, name, description,
      when_to_use, version, author, license, tags, content_length, content_hash, frontmatter,
      manifest, created_at, created_by, reason, body_start, body_length, body, source)
    values (${tenantId}, ${old}, 1, 'sha256:x', 'Triage', 'd', '', '', '', '', '[]', 4, 'sha256:y',
      '{}', '[]', 1, ${ann}, '', 0, 4, null, 'text')`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from the third release (${kind.name})`, () => {
    test('B8: its skills can be deleted and restored, and free their slugs', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => withASkill(db, postgres))
        const parts = { clock: createFixedClock(), ids: createSequentialIds() }
        const store = await backend.open(parts)
        const { skills, tombstones } = store.tenant(tenantId)
        const flat = () =>
          inspect(backend, (db) => sql<{ id: string }>`select id from current_skills`.execute(db))
        expect(await skills.get(ann, old)).toMatchObject({ slug: 'triage', head: { number: 1 } })
        expect(await flat()).toEqual([{ id: old }])
        await skills.remove(ann, old)
        expect(await flat()).toEqual([])
        const [made] = await skills.save([checkedContent('triage')], 'create')
        expect(made?.status).toBe('created')
        expect(await tombstones.restore(ann, old, 'triage-old')).toMatchObject({ id: old })
        const [again] = await skills.save([checkedContent('triage')], 'create')
        expect(again?.status).toBe('conflict')
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
