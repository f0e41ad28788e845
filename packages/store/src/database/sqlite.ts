import { setImmediate, setTimeout } from 'node:timers/promises'
import { isProblemError } from '@repertoire/core'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { sqliteFailure } from './failure.ts'
import { restoreRows, toStored } from './text-codec.ts'

/** How long a writer waits for other processes on the same file (milliseconds). */
const writerPatience = 10_000
/** One slice of that wait inside SQLite, which blocks the event loop. */
const busyTimeout = 10
/** Statements answer within a microtask; after this long without one, the event loop gets a turn. */
const turnLength = 8
const cachedStatements = 300
const longestCachedStatement = 6_000

export interface SqliteFile {
  readonly dialect: Dialect
  /** Changes when another connection commits to the file. */
  dataVersion(): number
}

/**
 * Opens the file, creating it when absent. Throws ProblemError `store.cannot-open`,
 * `store.not-a-database`, `store.read-only` or another `store.*` that names the file.
 */
export function openSqlite(file: string): SqliteFile {
  let connection: Sqlite.Database | undefined
  try {
    connection = new Sqlite(file, { timeout: writerPatience })
    return sqliteOn(connection, file)
  } catch (error) {
    connection?.close()
    throw sqliteFailure(error, file)
  }
}

/** The same on a connection that is open already. */
export function sqliteOn(connection: Sqlite.Database, file: string): SqliteFile {
  // Several processes may open a new file at once: turning on WAL needs it for a moment alone, so the
  // long patience of the connection holds until here.
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma(`busy_timeout = ${busyTimeout}`)
  const database = new CachingDatabase(connection, file)
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SerialSqliteDriver(database),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new PlainValueCompiler(),
  }
  return {
    dialect,
    dataVersion: () => Number(connection.pragma('data_version', { simple: true })),
  }
}

/**
 * SQLite compiles a statement anew, each time it is run, when it looked at a bound value to plan it: at
 * those of joins and limits. Behind a `+` it sees a value like any other, which changes nothing else.
 */
class PlainValueCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** Keeps compiled statements, and is the one place where text and errors cross into SQLite and back. */
class CachingDatabase implements SqliteDatabase {
  readonly #connection: Sqlite.Database
  readonly #file: string
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(connection: Sqlite.Database, file: string) {
    this.#connection = connection
    this.#file = file
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#guarded(() => this.#wrap(this.#connection.prepare(sql)))
    if (sql.length <= longestCachedStatement) this.#remember(sql, statement)
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #wrap(statement: Sqlite.Statement): SqliteStatement {
    return {
      reader: statement.reader,
      all: (values) => this.#guarded(() => restoreRows(statement.all(values.map(toStored)))),
      run: (values) => this.#guarded(() => statement.run(values.map(toStored))),
      iterate: (values) => statement.iterate(values.map(toStored)),
    }
  }

  #remember(sql: string, statement: SqliteStatement): void {
    const oldest = this.#statements.keys().next().value
    if (this.#statements.size >= cachedStatements && oldest) this.#statements.delete(oldest)
    this.#statements.set(sql, statement)
  }

  #guarded<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      throw sqliteFailure(error, this.#file)
    }
  }
}

/**
 * Kysely hands the one connection to one caller at a time, so transactions never interleave. Added here:
 * a transaction takes the write lock when it begins, waiting for other processes without blocking the
 * event loop; and a caller that awaits nothing but the database still lets others have their turn.
 */
class SerialSqliteDriver extends SqliteDriver {
  readonly #database: CachingDatabase
  #lastTurn = 0

  constructor(database: CachingDatabase) {
    super({ database })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (performance.now() - this.#lastTurn > turnLength) {
      await setImmediate()
      this.#lastTurn = performance.now()
    }
    return super.acquireConnection()
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = performance.now() + writerPatience
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        return
      } catch (error) {
        const busy = isProblemError(error) && error.problem.code === 'store.busy'
        if (!busy || performance.now() > deadline) throw error
        await setTimeout(busyTimeout / 2)
      }
    }
  }

  /** SQLite has rolled back by itself when the disk is full; the first error is the one to tell. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}
