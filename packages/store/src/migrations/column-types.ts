import { type Expression, sql } from 'kysely'
import type { DatabaseKind } from '../database/database.ts'

/** The two column types. Both databases compare and store them alike. */
export interface ColumnTypes {
  /** Compared byte by byte. */
  readonly text: Expression<unknown>
  /** 64 bits. */
  readonly integer: Expression<unknown>
}

export function columnTypesOf(kind: DatabaseKind): ColumnTypes {
  return kind === 'postgres'
    ? { text: sql`text collate "C"`, integer: sql`bigint` }
    : { text: sql`text`, integer: sql`integer` }
}
