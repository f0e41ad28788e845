import type { Kysely } from 'kysely'
import { fromJson, toJson } from '../database/json.ts'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** An organisation's agents, and the agent of a conversation. Conversations outlive their agent. */
export async function createAgentTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'agents',
    columns: {
      id: 'text',
      name: 'text',
      model_id: 'text?',
      toolsets: 'text',
      skill_ids: 'text',
      created_by: 'text',
      created_at: 'integer',
      updated_at: 'integer',
      version: 'integer',
      // The long text comes last: a row is read up to the last selected column.
      instruction: 'text',
    },
    key: ['id'],
  })
  await db.schema
    .createIndex('agents_by_name')
    .on('agents')
    .columns(['tenant_id', 'name', 'id'])
    .execute()
  await db.schema.alterTable('conversations').addColumn('agent_id', types.text).execute()
  await widenFullKeys(db as Kysely<KeyTable>)
}

interface KeyTable {
  api_keys: { tenant_id: string; id: string; scopes: string }
}

/** Every permission of earlier releases. */
const previousPermissions = [
  'skills.read',
  'skills.write',
  'conversations.use',
  'settings.write',
  'members.write',
  'audit.read',
]

/**
 * A key with all permissions gets the new one: only such a key signs an owner or admin in to the page. A
 * restricted key stays restricted.
 */
async function widenFullKeys(db: Kysely<KeyTable>): Promise<void> {
  const keys = await db.selectFrom('api_keys').select(['tenant_id', 'id', 'scopes']).execute()
  for (const { tenant_id, id, scopes } of keys) {
    const given = fromJson<string[]>(scopes)
    if (!previousPermissions.every((permission) => given.includes(permission))) continue
    await db
      .updateTable('api_keys')
      .set({ scopes: toJson([...given, 'agents.write']) })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .execute()
  }
}
