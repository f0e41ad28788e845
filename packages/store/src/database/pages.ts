import {
  type CursorKey,
  checkPageRequest,
  decodeCursor,
  type PageRequest,
} from '@repertoire/core/ports'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** The key after which a page starts, or null for the first page. Throws like the two checks it calls. */
export function decodePageCursor(
  page: PageRequest,
  shape: readonly ('string' | 'number')[],
): CursorKey | null {
  checkPageRequest(page)
  return page.cursor === undefined ? null : decodeCursor(page.cursor, shape)
}

/** `(first, second) > (?, ?)`: the rows after the cursor. */
export function afterCursor(
  columns: readonly (string | RawBuilder<string | number>)[],
  key: CursorKey,
  operator: '<' | '>',
): RawBuilder<SqlBool> {
  const names = sql.join(columns.map(asExpression))
  return sql<SqlBool>`(${names}) ${sql.raw(operator)} (${sql.join(key)})`
}

function asExpression(column: string | RawBuilder<string | number>) {
  return typeof column === 'string' ? sql.ref(column) : column
}

/**
 * The rows of a page, newest first, plus one row when there are more. `columns` are the time and the tie-break.
 */
export function fetchLatest<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  page: PageRequest,
  columns: readonly [string, string | RawBuilder<string>] = ['created_at', 'id'],
) {
  const key = decodePageCursor(page, ['number', 'string'])
  const rest = key ? query.where(afterCursor(columns, key, '<')) : query
  const [time, id] = columns
  return rest
    .orderBy(sql.ref(time), 'desc')
    .orderBy(asExpression(id), 'desc')
    .limit(page.limit + 1)
    .execute()
}
