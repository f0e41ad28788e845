import type { UserId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant as tenantId } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'

const ann = 'usr_ann' as UserId

/** A database as the first release left it, with one skill. */
async function foundationWithASkill(db: Kysely<unknown>, postgres: boolean) {
  await createOlderDatabase(db, { postgres, migrations: [foundation] })
  await sql`insert into skills (tenant_id, id, scope, slug, enabled, source_type, provenance,
      head_number, version, created_by, created_at, updated_at)
    values (${tenantId}, 'skl_old', 'org', 'old', 1, 'manual', 'authored', 1, 4, ${ann}, 2, 3)`.execute(
    db,
  )
  return sql`insert into revisions (tenant_id, skill_id, number, digest, name, description, when_to_use,
      version, author, license, tags, content_length, content_hash, frontmatter, manifest, created_at,
      created_by, reason, body_start, body_length, body, source)
    values (${tenantId}, 'skl_old', 1, 'sha256:x', 'old', 'About.', '', '1', '', '', '[]', 4, 'sha256:y',
      '{}', '[]', 2, ${ann}, '', 0, 4, null, 'body')`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`from the first release (${kind.name})`, () => {
    test('D9: its skills are unused, not archived, and can be archived', async () => {
      const backend = await kind.create()
      try {
        const postgres = backend.databaseUrl !== undefined
        await inspect(backend, (db) => foundationWithASkill(db, postgres))
        const parts = { clock: createFixedClock(), ids: createSequentialIds() }
        const store = await backend.open(parts)
        const { skills, reviews } = store.tenant(tenantId)
        const skill = await skills.findBySlug(ann, 'old')
        expect(skill).toMatchObject({
          version: 4,
          enabled: true,
          archivedAt: null,
          useCount: 0,
          lastUsedAt: null,
        })
        if (!skill) throw new Error('the skill is gone')
        const archived = await skills.update(ann, skill.id, { archived: true }, 4)
        expect(archived.archivedAt).toBe(parts.clock.now())
        const none = { items: [], nextCursor: null }
        expect(await reviews.list({ audience: 'server' }, { limit: 5 })).toEqual(none)
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
