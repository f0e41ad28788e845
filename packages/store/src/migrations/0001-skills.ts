import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Skills, their immutable revisions, the change feed, and the flat view of document A. */
export async function createSkillTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createSkills(db, types)
  await createRevisions(db, types)
  const parent = { table: 'skills', columns: ['skill_id'], key: ['id'] }
  await createTenantTable(db, types, {
    name: 'skill_tags',
    columns: { tag: 'text', skill_id: 'text' },
    key: ['tag', 'skill_id'],
    parent,
  })
  await db.schema
    .createIndex('skill_tags_by_skill')
    .on('skill_tags')
    .columns(['tenant_id', 'skill_id'])
    .execute()
  await createTenantTable(db, types, {
    name: 'skill_changes',
    columns: { seq: 'integer', skill_id: 'text' },
    key: ['seq'],
  })
  await createCurrentSkillsView(db)
}

async function createSkills(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'skills',
    columns: {
      id: 'text',
      scope: 'text',
      user_id: 'text?',
      slug: 'text',
      enabled: 'integer',
      source_type: 'text',
      source_url: 'text?',
      source_ref: 'text?',
      source_id: 'text?',
      provenance: 'text',
      head_number: 'integer',
      version: 'integer',
      created_by: 'text',
      created_at: 'integer',
      updated_at: 'integer',
    },
    key: ['id'],
  })
  // One slug per scope, whatever the code above thinks.
  await sql`create unique index skills_slug on skills (tenant_id, scope, coalesce(user_id, ''), slug)`.execute(
    db,
  )
  await db.schema
    .createIndex('skills_by_slug')
    .on('skills')
    .columns(['tenant_id', 'slug', 'id'])
    .execute()
}

async function createRevisions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'revisions',
    columns: {
      skill_id: 'text',
      number: 'integer',
      digest: 'text',
      name: 'text',
      description: 'text',
      when_to_use: 'text',
      version: 'text',
      author: 'text',
      license: 'text',
      tags: 'text',
      content_length: 'integer',
      content_hash: 'text',
      frontmatter: 'text',
      manifest: 'text',
      created_at: 'integer',
      created_by: 'text',
      reason: 'text',
      body_start: 'integer',
      body_length: 'integer',
      // The long texts stand last: a row is read up to the last column asked for.
      body: 'text?',
      source: 'text',
    },
    key: ['skill_id', 'number'],
    parent: { table: 'skills', columns: ['skill_id'], key: ['id'] },
  })
}

/** One row per skill with its current revision, under exactly the column names of document A. */
async function createCurrentSkillsView(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view current_skills as
    select
      skills.id, skills.tenant_id as organization_id, skills.user_id,
      revisions.name, skills.slug, revisions.description, revisions.version, revisions.author,
      revisions.tags, revisions.source as content, revisions.content_length, revisions.content_hash,
      skills.source_type, skills.source_url, skills.source_ref, skills.source_id, skills.enabled
    from skills
    join revisions
      on revisions.tenant_id = skills.tenant_id
      and revisions.skill_id = skills.id
      and revisions.number = skills.head_number
  `.execute(db)
}
