import { join } from 'node:path'
import { Kysely, type QueryResult } from 'kysely'
import { openPostgres } from '../database/postgres.ts'
import { openSqlite } from '../database/sqlite.ts'
import { databaseFile } from '../open-store.ts'
import type { Backend } from './backends.ts'

/** Queries the tables directly, not through the store. */
export async function inspect<Row>(
  backend: Backend,
  query: (db: Kysely<unknown>) => Promise<QueryResult<Row>>,
): Promise<Row[]> {
  const { dialect } = backend.databaseUrl
    ? openPostgres(backend.databaseUrl)
    : openSqlite(join(backend.dataDir ?? '', databaseFile))
  const db = new Kysely<unknown>({ dialect })
  try {
    return (await query(db)).rows
  } finally {
    await db.destroy()
  }
}
