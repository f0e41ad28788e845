import { type Expression, sql } from 'kysely'
import type { DatabaseKind } from '../database/database.ts'
import { type JsonColumns, jsonColumnsOf } from './json-columns.ts'

/** The two column types, which both databases compare and store alike, and how views read JSON. */
export interface ColumnTypes {
  /** Compared byte by byte. */
  readonly text: Expression<unknown>
  /** 64 bits. */
  readonly integer: Expression<unknown>
  readonly json: JsonColumns
}

export function columnTypesOf(kind: DatabaseKind): ColumnTypes {
  const json = jsonColumnsOf(kind)
  return kind === 'postgres'
    ? { text: sql`text collate "C"`, integer: sql`bigint`, json }
    : { text: sql`text`, integer: sql`integer`, json }
}
