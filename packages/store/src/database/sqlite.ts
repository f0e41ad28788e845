import { setImmediate, setTimeout } from 'node:timers/promises'
import { isProblemError } from '@repertoire/core/base'
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
import { CacheVersion } from './cache-version.ts'
import { toSqliteProblem } from './database-errors.ts'
import { restoreRows, toStored } from './text-codec.ts'

/** How long a writer waits for the write lock of other processes on the same file. */
const writeLockTimeoutMs = 10_000
/** One slice of that wait inside SQLite, which blocks the event loop. */
const busyTimeoutMs = 10
/** Statements complete within a microtask. After this many milliseconds the event loop gets a turn. */
const yieldAfterMs = 8
const maxCachedStatements = 300
const maxCachedStatementLength = 6_000

export interface SqliteFile {
  readonly dialect: Dialect
  /** Changes when another connection commits to the file. */
  dataVersion(): number
  /** Changes with every commit that could change a row of a cached table, of this connection or another. */
  cacheVersion(): number
}

/**
 * Opens the file, creating it when absent. Throws ProblemError `store.cannot-open`,
 * `store.not-a-database`, `store.read-only` or another `store.*` that names the file.
 */
export function openSqlite(file: string): SqliteFile {
  let connection: Sqlite.Database | undefined
  try {
    connection = new Sqlite(file, { timeout: writeLockTimeoutMs })
    return createSqliteFile(connection, file)
  } catch (error) {
    connection?.close()
    throw toSqliteProblem(error, file)
  }
}

/** Wraps an open connection. */
export function createSqliteFile(connection: Sqlite.Database, file: string): SqliteFile {
  // Switching to WAL needs exclusive access for a moment, and several processes may open a new file at once. So
  // the long lock timeout of the connection holds until here.
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`)
  const dataVersion = dataVersionOf(connection)
  const cacheVersion = new CacheVersion(dataVersion)
  const database = new CachingDatabase(connection, { file, cacheVersion })
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SerialSqliteDriver(database),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new StablePlanCompiler(),
  }
  return { dialect, dataVersion, cacheVersion: () => cacheVersion.current() }
}

/** Compiled once: it is asked before cached reads. */
function dataVersionOf(connection: Sqlite.Database): () => number {
  const statement = connection.prepare('pragma data_version').pluck()
  return () => Number(statement.get())
}

/**
 * SQLite recompiles a statement at each run if the planner looked at a bound value, as it does for joins and
 * limits. A unary `+` hides the value from the planner and changes nothing else.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/**
 * Caches compiled statements, encodes and decodes text, and translates errors: the only crossing into SQLite.
 */
class CachingDatabase implements SqliteDatabase {
  readonly #connection: Sqlite.Database
  readonly #file: string
  readonly #cacheVersion: CacheVersion
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(connection: Sqlite.Database, options: { file: string; cacheVersion: CacheVersion }) {
    this.#connection = connection
    this.#file = options.file
    this.#cacheVersion = options.cacheVersion
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#guarded(() => this.#wrap(sql))
    if (sql.length <= maxCachedStatementLength) this.#remember(sql, statement)
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #wrap(sql: string): SqliteStatement {
    const statement = this.#connection.prepare(sql)
    const track = this.#cacheVersion.track(sql, () => this.#connection.inTransaction)
    const run = <Value>(work: () => Value) => track(() => this.#guarded(work))
    return {
      reader: statement.reader,
      all: (values) => run(() => restoreRows(statement.all(values.map(toStored)))),
      run: (values) => run(() => statement.run(values.map(toStored))),
      iterate: (values) => run(() => statement.iterate(values.map(toStored))),
    }
  }

  #remember(sql: string, statement: SqliteStatement): void {
    const oldest = this.#statements.keys().next().value
    if (this.#statements.size >= maxCachedStatements && oldest) this.#statements.delete(oldest)
    this.#statements.set(sql, statement)
  }

  #guarded<Value>(work: () => Value): Value {
    try {
      return work()
    } catch (error) {
      throw toSqliteProblem(error, this.#file)
    }
  }
}

/**
 * Kysely gives the one connection to one caller at a time, so transactions never interleave. This driver adds
 * two things: a transaction takes the write lock when it begins and waits for other processes without blocking
 * the event loop; and a caller that awaits only the database still yields to others.
 */
class SerialSqliteDriver extends SqliteDriver {
  readonly #database: CachingDatabase
  #lastYield = 0

  constructor(database: CachingDatabase) {
    super({ database })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (performance.now() - this.#lastYield > yieldAfterMs) {
      await setImmediate()
      this.#lastYield = performance.now()
    }
    return super.acquireConnection()
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = performance.now() + writeLockTimeoutMs
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        return
      } catch (error) {
        const busy = isProblemError(error) && error.problem.code === 'store.busy'
        if (!busy || performance.now() > deadline) throw error
        await setTimeout(busyTimeoutMs / 2)
      }
    }
  }

  /** SQLite has already rolled back when the disk is full; the first error is the one to report. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}
