import { randomUUID } from 'node:crypto'
import { ProblemError } from '@repertoire/core/base'
import type { Clock } from '@repertoire/core/ports'
import { Kysely, sql } from 'kysely'
import { insertAll } from '../database/bulk-insert.ts'
import { createDatabase, type Database, type DatabaseKind } from '../database/database.ts'
import { createNotificationHub } from '../database/notifications/notification-hub.ts'
import { openPostgres } from '../database/postgres.ts'
import type { Transaction } from '../database/query.ts'
import type { NewRow, Schema, TableName } from '../database/schema.ts'
import { openSqlite } from '../database/sqlite.ts'
import { migrate } from '../migrations/migrate.ts'
import { findSqliteFile } from './find-sqlite-file.ts'
import { tablesInOrder } from './tables-in-order.ts'

/** Rows of a read: an event of a conversation may have a megabyte. */
const rowsAtOnce = 200

export interface CopiedTable {
  readonly table: string
  readonly rows: number
}

export interface CopyOptions {
  /** Holds the SQLite file. No server may use it meanwhile. */
  readonly dataDir: string
  readonly databaseUrl: string
  readonly clock: Clock
  readonly onTable?: (copied: CopiedTable) => void
}

/**
 * Copies everything in an SQLite database into an empty PostgreSQL database, in one transaction; both are brought up to date
 * first. Blobs stay where they are. Throws ProblemError `store.no-sqlite-file`, `store.target-not-empty` or another `store.*`.
 */
export async function copyToPostgres(options: CopyOptions): Promise<readonly CopiedTable[]> {
  const file = findSqliteFile(options.dataDir)
  const source = open('sqlite', new Kysely<Schema>({ dialect: openSqlite(file).dialect }))
  const { dialect } = openPostgres(options.databaseUrl)
  const target = open('postgres', new Kysely<Schema>({ dialect }))
  try {
    for (const database of [source, target]) await migrate(database, options.clock.now())
    return await copyTables(source, target, options.onTable)
  } finally {
    await source.close()
    await target.close()
  }
}

function open(kind: DatabaseKind, kysely: Kysely<Schema>): Database {
  return createDatabase({ kind, kysely, hub: createNotificationHub(), origin: randomUUID() })
}

async function copyTables(
  source: Database,
  target: Database,
  onTable: CopyOptions['onTable'] = () => undefined,
): Promise<readonly CopiedTable[]> {
  const tables = await tablesInOrder(source.unscoped as unknown as Kysely<unknown>)
  return target.unscoped.transaction().execute(async (trx) => {
    const copied: CopiedTable[] = []
    for (const table of tables) {
      if ((await countOf(trx, table)) > 0) throw targetNotEmpty(table)
      const rows = await copyTable(source, trx, table)
      const found = await countOf(trx, table)
      if (found !== rows) throw new Error(`${table} has ${found} rows instead of ${rows}.`)
      copied.push({ table, rows })
      onTable({ table, rows })
    }
    return copied
  })
}

async function copyTable(source: Database, trx: Transaction, table: string): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const { rows } = await sql<{ _rowid: number }>`
      select rowid as _rowid, * from ${sql.table(table)}
      where rowid > ${after} order by rowid limit ${rowsAtOnce}`.execute(source.unscoped)
    const last = rows.at(-1)
    if (last === undefined) return count
    after = last._rowid
    count += rows.length
    const values = rows.map(({ _rowid, ...row }) => row as unknown as NewRow<TableName>)
    await insertAll(trx, table as TableName, values)
  }
}

async function countOf(trx: Transaction, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(trx)
  return Number(rows[0]?.count ?? 0)
}

function targetNotEmpty(table: string): ProblemError {
  return new ProblemError({
    code: 'store.target-not-empty',
    kind: 'conflict',
    message: `The PostgreSQL database is not empty: its table ${table} has rows. Nothing was copied.`,
    hint: 'Name a new database in DATABASE_URL. No server may have started on it.',
    details: { table },
  })
}
