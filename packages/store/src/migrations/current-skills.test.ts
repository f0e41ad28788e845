import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { checkedContent, own } from '../contract/checked-content.ts'
import { inspect } from '../contract/inspect.ts'
import { ann, forEveryStore } from '../contract/store-fixture.ts'

/** Document A's `skills` table, in the document's order. */
const documentColumns = [
  'id',
  'organization_id',
  'user_id',
  'name',
  'slug',
  'description',
  'version',
  'author',
  'tags',
  'content',
  'content_length',
  'content_hash',
  'source_type',
  'source_url',
  'source_ref',
  'source_id',
  'enabled',
]

forEveryStore(
  'the view current_skills',
  (fixture) => {
    test('A12: has exactly the document’s columns, with the current revision of each skill', async () => {
      const { skills, tenantId } = await fixture.tenant()
      await skills.save(
        [checkedContent('org-skill', { tags: ['a', 'b'], sourceId: 'src' })],
        'create',
      )
      await skills.save([checkedContent('my-skill', { scope: own(ann), body: 'old' })], 'create')
      const mine = checkedContent('my-skill', { scope: own(ann), body: 'né' })
      const [updated] = await skills.save([mine], 'upsert')
      const rows = await inspect(fixture.backend, (db) =>
        sql<Record<string, unknown>>`select * from current_skills
          where organization_id = ${tenantId} order by slug`.execute(db),
      )
      const [own1, org] = rows
      expect(Object.keys(org ?? {})).toEqual(documentColumns)
      expect(own1).toEqual({
        id: updated?.status === 'updated' ? updated.skill.id : '',
        organization_id: tenantId,
        user_id: ann,
        name: 'my-skill',
        slug: 'my-skill',
        description: 'About my-skill.',
        version: '1.0.0',
        author: 'someone',
        tags: '[]',
        content: mine.content.source,
        content_length: 2,
        content_hash: mine.facts.contentHash,
        source_type: 'manual',
        source_url: null,
        source_ref: null,
        source_id: null,
        enabled: 1,
      })
      expect(org).toMatchObject({ user_id: null, tags: '["a","b"]', source_id: 'src' })
      expect(rows).toHaveLength(2)
    })
  },
  databaseKinds,
)
