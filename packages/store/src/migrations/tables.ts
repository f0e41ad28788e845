import type { CreateTableBuilder, Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export type Column = 'text' | 'text?' | 'integer' | 'integer?'

export interface TableDefinition {
  readonly name: string
  /** In order; a `?` allows null. `tenant_id` is added as the first column. */
  readonly columns: Readonly<Record<string, Column>>
  /** After `tenant_id`. */
  readonly key: readonly string[]
  /** The row this one belongs to and is deleted with; the tenant by default. */
  readonly parent?: {
    readonly table: string
    readonly columns: readonly string[]
    readonly key: readonly string[]
  }
}

/**
 * Creates a tenant's table. Its primary key and foreign key begin with the tenant, so rows cannot cross
 * tenants.
 */
export async function createTenantTable(
  db: Kysely<unknown>,
  types: ColumnTypes,
  table: TableDefinition,
): Promise<void> {
  let builder: CreateTableBuilder<string, string> = db.schema
    .createTable(table.name)
    .addColumn('tenant_id', types.text, (column) => column.notNull())
  for (const [name, column] of Object.entries(table.columns)) {
    const type = column.startsWith('text') ? types.text : types.integer
    builder = builder.addColumn(name, type, (definition) =>
      column.endsWith('?') ? definition : definition.notNull(),
    )
  }
  const parent = table.parent ?? { table: 'tenants', columns: [], key: [] }
  const target = table.parent ? ['tenant_id', ...parent.key] : ['id']
  await builder
    .addPrimaryKeyConstraint(`${table.name}_key`, ['tenant_id', ...table.key])
    .addForeignKeyConstraint(
      `${table.name}_parent`,
      ['tenant_id', ...parent.columns],
      parent.table,
      target,
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
}
