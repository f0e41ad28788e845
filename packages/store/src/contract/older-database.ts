import type { TenantId } from '@repertoire/core/base'
import { type Kysely, sql } from 'kysely'
import { columnTypesOf } from '../migrations/column-types.ts'
import type { Migration } from '../migrations/migration.ts'

/** The only organisation of a {@link createOlderDatabase}. */
export const olderTenant = 'ten_old' as TenantId

/** Turns an empty database into one that an earlier release left, with exactly these migrations. */
export async function createOlderDatabase(
  db: Kysely<unknown>,
  {
    postgres,
    migrations,
  }: { readonly postgres: boolean; readonly migrations: readonly Migration[] },
): Promise<void> {
  const types = columnTypesOf(postgres ? 'postgres' : 'sqlite')
  await db.schema
    .createTable('schema_migrations')
    .addColumn('name', types.text, (column) => column.primaryKey())
    .addColumn('applied_at', types.integer, (column) => column.notNull())
    .execute()
  for (const { name, up } of migrations) {
    await up(db, types)
    await sql`insert into schema_migrations (name, applied_at) values (${name}, 1)`.execute(db)
  }
  await sql`insert into tenants (id, name, change_seq, created_at)
    values (${olderTenant}, 'Old', 0, 1)`.execute(db)
}
