import type { TableName } from './schema.ts'

/**
 * The tables whose rows may be cached, and those they are deleted with: rows go with their parents. A commit that
 * wrote to none of them leaves the cache as it is, so that runs, which write all the time, do not empty it.
 */
export const cachedTables: ReadonlySet<string> = new Set<TableName>([
  'tenants',
  'members',
  'api_keys',
  'login_sessions',
  'skills',
  'revisions',
])

/** Whether a statement could change a cached row. What is not known to be harmless could. */
export function writesCachedTable(sql: string): boolean {
  if (/^\s*(?:select|begin|commit|rollback|pragma)\b/i.test(sql)) return false
  const table = /^\s*(?:insert into|update|delete from) "(\w+)"/i.exec(sql)?.[1]
  return table === undefined || cachedTables.has(table)
}

/** The tables that a read names. */
export function tablesRead(sql: string): readonly string[] {
  return [...sql.matchAll(/\b(?:from|join) "(\w+)"/gi)].map(([, table]) => String(table))
}
