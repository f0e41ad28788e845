import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Tenants, their people and credentials, settings and audit. */
export async function createOrganisationTables(
  db: Kysely<unknown>,
  types: ColumnTypes,
): Promise<void> {
  await db.schema
    .createTable('tenants')
    .addColumn('id', types.text, (column) => column.primaryKey())
    .addColumn('name', types.text, (column) => column.notNull())
    .addColumn('change_seq', types.integer, (column) => column.notNull())
    .addColumn('created_at', types.integer, (column) => column.notNull())
    .execute()
  await createTenantTable(db, types, {
    name: 'settings',
    columns: { settings: 'text', version: 'integer' },
    key: [],
  })
  await createTenantTable(db, types, {
    name: 'members',
    columns: { id: 'text', name: 'text', role: 'text', created_at: 'integer' },
    key: ['id'],
  })
  await createCredentials(db, types)
  await createTenantTable(db, types, {
    name: 'audit',
    columns: {
      id: 'text',
      at: 'integer',
      actor: 'text?',
      action: 'text',
      target: 'text',
      trace_id: 'text?',
      details: 'text',
    },
    key: ['id'],
  })
  await index(db, 'audit', ['tenant_id', 'at', 'id'])
}

async function createCredentials(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const parent = { table: 'members', columns: ['user_id'], key: ['id'] }
  await createTenantTable(db, types, {
    name: 'api_keys',
    columns: {
      id: 'text',
      user_id: 'text',
      name: 'text',
      prefix: 'text',
      hash: 'text',
      scopes: 'text',
      created_at: 'integer',
      last_used_at: 'integer?',
      expires_at: 'integer?',
    },
    key: ['id'],
    parent,
  })
  await db.schema.createIndex('api_keys_hash').unique().on('api_keys').column('hash').execute()
  await createTenantTable(db, types, {
    name: 'login_sessions',
    columns: {
      token_hash: 'text',
      user_id: 'text',
      key_id: 'text?',
      created_at: 'integer',
      expires_at: 'integer',
    },
    key: ['token_hash'],
    parent,
  })
  await index(db, 'login_sessions', ['token_hash'])
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.at(-1)}`)
    .on(table)
    .columns(columns)
    .execute()
}
