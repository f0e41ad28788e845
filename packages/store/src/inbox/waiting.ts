import type { InboxFilter, InboxOrder, InboxPosition } from '@repertoire/core/ports'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { containsPattern } from '../database/contains-pattern.ts'
import { afterCursor } from '../database/pages.ts'

/** The part of a page that one table may fill. */
export interface InboxPart {
  readonly after: InboxPosition
  readonly order: InboxOrder
  readonly limit: number
}

/** The rows of a part, by time and id. */
export function partOf<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { after, order, limit }: InboxPart,
  time: 'created_at' | 'requested_at',
) {
  const direction = order === 'newest' ? 'desc' : 'asc'
  const operator = order === 'newest' ? '<' : '>'
  const rest = after
    ? query.where(afterCursor([time, 'id'], [after.at, after.id], operator))
    : query
  return rest
    .orderBy(sql.ref(time), direction)
    .orderBy(sql.ref('id'), direction)
    .limit(limit)
    .execute()
}

/** Conditions on when it came, and on the texts by which it is found. */
export function commonFilters(
  { before, since, text }: InboxFilter,
  { time, texts }: { readonly time: string; readonly texts: readonly string[] },
): readonly RawBuilder<SqlBool>[] {
  const pattern = text === undefined ? null : containsPattern(text)
  const found = texts.map((name) => sql`lower(${sql.ref(name)}) like ${pattern} escape '\\'`)
  return [
    ...(before === undefined ? [] : [sql<SqlBool>`${sql.ref(time)} <= ${before}`]),
    ...(since === undefined ? [] : [sql<SqlBool>`${sql.ref(time)} >= ${since}`]),
    ...(pattern === null ? [] : [sql<SqlBool>`(${sql.join(found, sql` or `)})`]),
  ]
}
