import type { TableName } from './schema.ts'

/**
 * The tables whose rows may be cached, and their parents, whose deletion deletes them. A commit to other tables
 * does not invalidate the cache, so that the frequent writes of runs do not empty it.
 */
export const cachedTables: ReadonlySet<string> = new Set<TableName>([
  'tenants',
  'members',
  'api_keys',
  'login_sessions',
  'skills',
  'revisions',
  'settings',
])

/** Whether a statement may change a cached row; true if in doubt. */
export function writesCachedTable(sql: string): boolean {
  if (/^\s*(?:select|begin|commit|rollback|pragma)\b/i.test(sql)) return false
  const table = /^\s*(?:insert into|update|delete from) "(\w+)"/i.exec(sql)?.[1]
  return table === undefined || cachedTables.has(table)
}

/** The tables that a query reads. */
export function tablesRead(sql: string): readonly string[] {
  return [...sql.matchAll(/\b(?:from|join) "(\w+)"/gi)].map(([, table]) => String(table))
}
