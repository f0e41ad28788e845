import { type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../database/database.ts'

type Sql = RawBuilder<unknown>

/** What views read of columns that are JSON as text. */
export interface JsonColumns {
  /** A field, as JSON. */
  readonly value: (column: Sql, key: string) => Sql
  /** A field, as text; null when it is missing or null. */
  readonly text: (column: Sql, key: string) => Sql
  /** An object, as text. */
  readonly object: (fields: Readonly<Record<string, Sql>>) => Sql
}

export function jsonColumnsOf(kind: DatabaseKind): JsonColumns {
  return kind === 'postgres' ? postgres : sqlite
}

const postgres: JsonColumns = {
  value: (column, key) => sql`cast(${column} as json) -> ${sql.lit(key)}`,
  text: (column, key) => sql`(cast(${column} as json) ->> ${sql.lit(key)})`,
  object: (fields) => sql`cast(json_build_object(${pairs(fields)}) as text)`,
}

const sqlite: JsonColumns = {
  value: (column, key) => sql`${column} -> ${sql.lit(key)}`,
  text: (column, key) => sql`(${column} ->> ${sql.lit(key)})`,
  object: (fields) => sql`json_object(${pairs(fields)})`,
}

function pairs(fields: Readonly<Record<string, Sql>>): Sql {
  return sql.join(Object.entries(fields).flatMap(([name, value]) => [sql.lit(name), value]))
}
