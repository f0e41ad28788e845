import { ProblemError } from '@repertoire/core/base'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { columnTypesOf } from './column-types.ts'
import type { Migration } from './migration.ts'

/** Below the second after which PostgreSQL looks for deadlocks, and ends a request that is in one. */
const waitMs = 500

/**
 * Locks the tables that the migrations name, all of them before anything changes, for the transaction. Servers of
 * the release before go on meanwhile: whoever holds one of the tables and waits for another one must not wait for
 * long. Throws ProblemError `store.busy` where not all were free in time.
 */
export async function lockTables(
  trx: Kysely<unknown>,
  migrations: readonly Migration[],
): Promise<void> {
  const statements = (await statementsOf(migrations)).join('\n')
  const tables = (await tablesOf(trx)).filter((name) =>
    new RegExp(`\\b${name}\\b`).test(statements),
  )
  if (tables.length === 0) return
  await sql`set local statement_timeout = ${sql.lit(waitMs)}`.execute(trx)
  try {
    await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))}`.execute(trx)
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === canceled) throw tablesInUse(error)
    throw error
  }
  await sql`set local statement_timeout to default`.execute(trx)
}

/** PostgreSQL's code for a statement that took longer than `statement_timeout`. */
const canceled = '57014'

function tablesInUse(cause: unknown): ProblemError {
  return new ProblemError(
    {
      code: 'store.busy',
      kind: 'unavailable',
      message: 'Other servers use the tables without a pause, which have to be brought up to date.',
      hint: 'End transactions that hold them for long, or stop the other servers, and start again.',
    },
    { cause },
  )
}

async function tablesOf(trx: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`.execute(
    trx,
  )
  return rows.map(({ name }) => name)
}

/** What they would execute where no table has a row. */
async function statementsOf(migrations: readonly Migration[]): Promise<readonly string[]> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  })
  const types = columnTypesOf('postgres')
  for (const { up } of migrations) await up(db, types)
  return statements
}
