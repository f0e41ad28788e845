import { addedBytes, type ManifestEntry } from '@repertoire/core/domain'
import { type Kysely, sql } from 'kysely'
import { fromJson } from '../database/json.ts'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

const batch = 500

interface Tables {
  skills: { tenant_id: string; id: string }
  revisions: {
    tenant_id: string
    skill_id: string
    number: number
    manifest: string
    stored_bytes: number
  }
}

/** What quotas count: the bytes that each revision adds, and the runs that a person starts on a day. */
export const quotas: Migration = {
  name: '0008-quotas',
  up: async (db: Kysely<unknown>, types: ColumnTypes) => {
    await createTenantTable(db, types, {
      name: 'daily_runs',
      columns: { user_id: 'text', day: 'integer', runs: 'integer' },
      key: ['user_id', 'day'],
    })
    await db.schema
      .alterTable('revisions')
      .addColumn('stored_bytes', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await countStoredBytes(db as Kysely<Tables>)
  },
}

async function countStoredBytes(db: Kysely<Tables>): Promise<void> {
  for (let after: { tenant_id: string; id: string } | undefined; ; ) {
    const skills = await db
      .selectFrom('skills')
      .select(['tenant_id', 'id'])
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(tenant_id, id) > (${after?.tenant_id}, ${after?.id})`),
      )
      .orderBy('tenant_id')
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const skill of skills) await countSkill(db, skill)
    after = skills.at(-1)
    if (skills.length < batch) return
  }
}

async function countSkill(db: Kysely<Tables>, skill: Tables['skills']): Promise<void> {
  const revisions = await db
    .selectFrom('revisions')
    .select(['number', 'manifest'])
    .where('tenant_id', '=', skill.tenant_id)
    .where('skill_id', '=', skill.id)
    .orderBy('number')
    .execute()
  let before: readonly ManifestEntry[] = []
  for (const { number, manifest: json } of revisions) {
    const manifest = fromJson<readonly ManifestEntry[]>(json)
    await db
      .updateTable('revisions')
      .set({ stored_bytes: addedBytes(manifest, before) })
      .where('tenant_id', '=', skill.tenant_id)
      .where('skill_id', '=', skill.id)
      .where('number', '=', number)
      .execute()
    before = manifest
  }
}
