import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Sources of skills, what came in from them and waits, and what is known of contents. */
export const sources: Migration = {
  name: '0010-sources',
  up: async (db, types) => {
    await createSourceTables(db, types)
    await createReviewTables(db, types)
    const index = (name: string) => db.schema.createIndex(name)
    await index('sources_by_name').on('sources').columns(['tenant_id', 'name']).unique().execute()
    await index('sources_due').on('sources').columns(['next_sync_at']).execute()
    await index('sources_leased').on('sources').columns(['lease_until']).execute()
    const arrivals = (name: string, columns: readonly string[]) =>
      index(name)
        .on('held_arrivals')
        .columns(['tenant_id', ...columns])
        .execute()
    await arrivals('held_arrivals_by_state', ['state', 'created_at', 'id'])
    await arrivals('held_arrivals_by_time', ['created_at', 'id'])
    await arrivals('held_arrivals_by_entry', ['entry_id'])
    await arrivals('held_arrivals_by_source', ['source_id'])
    await arrivals('held_arrivals_by_skill', ['skill_id'])
    await arrivals('held_arrivals_by_digest', ['digest'])
  },
}

async function createSourceTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'sources',
    columns: {
      id: 'text',
      name: 'text',
      config: 'text',
      enabled: 'integer',
      sync_policy: 'text',
      sync_interval_minutes: 'integer',
      review_policy: 'text',
      encrypted_token: 'text?',
      sync: 'text',
      next_sync_at: 'integer?',
      lease_owner: 'text?',
      lease_until: 'integer?',
      cancel_requested: 'integer',
      version: 'integer',
      created_by: 'text',
      created_at: 'integer',
      updated_at: 'integer',
    },
    key: ['id'],
  })
  await createTenantTable(db, types, {
    name: 'source_items',
    columns: {
      source_id: 'text',
      entry_id: 'text',
      token: 'text',
      state: 'text',
      name: 'text',
      slug: 'text?',
      skill_id: 'text?',
      digest: 'text?',
      applied_digest: 'text?',
      problem: 'text?',
    },
    key: ['source_id', 'entry_id'],
    parent: { table: 'sources', columns: ['source_id'], key: ['id'] },
  })
}

async function createReviewTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'held_arrivals',
    columns: {
      id: 'text',
      state: 'text',
      source_id: 'text?',
      entry_id: 'text',
      source_version: 'text',
      slug: 'text',
      name: 'text',
      description: 'text',
      digest: 'text',
      skill_id: 'text?',
      base_digest: 'text?',
      is_detached: 'integer',
      verdict: 'text',
      ruleset: 'text',
      findings: 'integer',
      licence: 'text?',
      licence_decision: 'text',
      signature: 'text',
      facts: 'text',
      created_at: 'integer',
      decided_by: 'text?',
      decided_at: 'integer?',
      note: 'text',
      stored_bytes: 'integer',
      manifest: 'text',
      trust: 'text',
      diagnostics: 'text',
      skill_md: 'text',
    },
    key: ['id'],
  })
  await createTenantTable(db, types, {
    name: 'trust_reports',
    columns: { digest: 'text', ruleset: 'text', updated_at: 'integer', report: 'text' },
    key: ['digest'],
  })
  await createTenantTable(db, types, {
    name: 'revocations',
    columns: {
      digest: 'text',
      severity: 'text',
      reason: 'text',
      url: 'text?',
      revoked_by: 'text?',
      revoked_at: 'integer',
    },
    key: ['digest'],
  })
}
