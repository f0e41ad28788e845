import type { PendingRevisionId, UserId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds, sha256 } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant as tenantId } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'
import { portable } from './0002-portable.ts'

const ann = 'usr_ann' as UserId
const notes = { path: 'notes.md', sha256: sha256('more'), size: 4, executable: true }
const manifest = JSON.stringify([{ ...notes, path: 'SKILL.md', executable: false }, notes])
const source = '---\nname: old\ndescription: New.\n---\nDo it so.\n'

interface Older {
  readonly id: string
  readonly status?: string
  readonly resources?: string
  readonly isOffer?: true
}

const older: readonly Older[] = [
  { id: 'prp_plain' },
  { id: 'prp_known', resources: '[{"path":"notes.md","content":"more"}]' },
  { id: 'prp_files', resources: '[{"path":"new.md","content":"unknown"}]' },
  { id: 'prp_offer', resources: '[{"path":"own.md","content":"hers"}]', isOffer: true },
  { id: 'prp_done', status: 'accepted', resources: '[{"path":"new.md","content":"unknown"}]' },
  { id: 'prp_no', status: 'rejected' },
]

/** A database as the second release left it: a skill, and what agents and a member proposed. */
async function withProposals(db: Kysely<unknown>, postgres: boolean) {
  await createOlderDatabase(db, { postgres, migrations: [foundation, portable] })
  await sql`insert into skills (tenant_id, id, scope, slug, enabled, source_type, provenance,
      head_number, version, created_by, created_at, updated_at)
    values (${tenantId}, 'skl_old', 'org', 'old', 1, 'manual', 'authored', 1, 4, ${ann}, 2, 3)`.execute(
    db,
  )
  await sql`insert into revisions (tenant_id, skill_id, number, digest, name, description, when_to_use,
      version, author, license, tags, content_length, content_hash, frontmatter, manifest, created_at,
      created_by, reason, body_start, body_length, body, source)
    values (${tenantId}, 'skl_old', 1, 'sha256:x', 'old', 'About.', '', '1', '', '', '[]', 4, 'sha256:y',
      '{}', ${manifest}, 2, ${ann}, '', 0, 4, null, 'body')`.execute(db)
  for (const { id, status = 'pending', resources = '[]', isOffer } of older) {
    await sql`insert into proposals (tenant_id, id, proposed_for, conversation_id, run_id, trace_id, slug,
        name, description, skill_id, skill_scope, base_digest, reason, status, created_at, decided_by,
        decided_at, note, resources, source)
      values (${tenantId}, ${id}, ${ann}, ${isOffer ? '' : 'cnv_1'}, ${isOffer ? '' : 'run_1'}, 'trace', 'old',
        'old', 'New.', 'skl_old', 'org', 'sha256:x', 'it worked', ${status}, 5, null, null, '', ${resources},
        ${source})`.execute(db)
  }
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`proposals of earlier releases (${kind.name})`, () => {
    test('D5: they wait in the one review, with their files, reasons and decisions', async () => {
      const backend = await kind.create()
      try {
        await inspect(backend, async (db) => {
          await withProposals(db, backend.databaseUrl !== undefined)
          return sql`select 1`.execute(db)
        })
        const store = await backend.open({
          clock: createFixedClock(),
          ids: createSequentialIds(),
        })
        const { reviews } = store.tenant(tenantId)
        const { items } = await reviews.list({ audience: 'server' }, { limit: 50 })
        const states = items.map(({ id, state }) => [id, state])
        expect(Object.fromEntries(states)).toEqual({
          ...{ prp_plain: 'held', prp_known: 'held', prp_files: 'stale', prp_offer: 'held' },
          ...{ prp_done: 'approved', prp_no: 'rejected' },
        })
        const read = (id: string) => reviews.get(id as PendingRevisionId, 'server')
        const plain = await read('prp_plain')
        expect(plain).toMatchObject({
          ...{ skillMd: source, skillId: 'skl_old', baseDigest: 'sha256:x', createdAt: 5 },
          proposal: { person: ann, conversationId: 'cnv_1', scope: 'org', reason: 'it worked' },
        })
        expect(plain?.manifest.map(({ path }) => path)).toEqual(['SKILL.md', 'notes.md'])
        expect(plain?.manifest[1]).toEqual(notes)
        expect(await read('prp_known')).toMatchObject({ digest: plain?.digest })
        const offer = await read('prp_offer')
        expect(offer?.proposal).toMatchObject({ conversationId: null, runId: null })
        expect(offer?.manifest.map(({ path }) => path)).toEqual(['SKILL.md', 'own.md'])
        expect((await read('prp_files'))?.note).toContain('Ask for it again')
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
