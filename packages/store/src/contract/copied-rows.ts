import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../database/database.ts'

export interface RowCopies {
  readonly table: string
  /** The id of the row that is copied. */
  readonly id: string
  readonly count: number
  /** SQL of the columns that differ, by name; `n` is the number of the copy. */
  readonly changed: Readonly<Record<string, string>>
}

/** Copies one row many times in one statement, past the store: a million real rows would take minutes. */
export async function copyRows(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  { table, id, count, changed }: RowCopies,
): Promise<void> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === table)?.columns ?? []
  const names = columns.map(({ name }) => sql.ref(name))
  const values = columns.map(({ name }) => sql.raw(changed[name] ?? `original.${name}`))
  const numbers =
    kind === 'sqlite'
      ? sql`recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`
      : sql`numbers (n) as (select generate_series(1, ${sql.lit(count)}))`
  await sql`with ${numbers} insert into ${sql.table(table)} (${sql.join(names)})
    select ${sql.join(values)} from numbers, (select * from ${sql.table(table)} where id = ${id}) as original`.execute(
    db,
  )
}
