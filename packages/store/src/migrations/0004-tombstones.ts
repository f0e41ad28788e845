import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Soft delete: the rows of deleted skills stay for a while, and their slugs are free. */
export async function addTombstones(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('skills').addColumn('deleted_at', types.integer).execute()
  await db.schema.alterTable('skills').addColumn('deleted_by', types.text).execute()
  await db.schema.dropIndex('skills_slug').execute()
  // One slug per scope among skills that are not deleted.
  await sql`create unique index skills_slug on skills (tenant_id, scope, coalesce(user_id, ''), slug)
    where deleted_at is null`.execute(db)
  await db.schema
    .createIndex('skills_deleted')
    .on('skills')
    .columns(['tenant_id', 'deleted_at', 'id'])
    .where(sql.ref('deleted_at'), 'is not', null)
    .execute()
  await hideDeletedInView(db)
}

/** The flat view leaves deleted skills out. */
async function hideDeletedInView(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropView('current_skills').execute()
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
    where skills.deleted_at is null
  `.execute(db)
}
