import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { postgresFailure } from './failure.ts'
import { restoreRows, toStored } from './text-codec.ts'

const poolSize = 10
/** Milliseconds until an unreachable server is called unavailable. */
const connectPatience = 10_000

/** 64-bit integers as numbers: every one we store (times, sizes, counters) is below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}

export interface PostgresServer {
  readonly dialect: Dialect
  /** A connection of its own, for LISTEN. */
  newClient(): pg.Client
}

/** Connects lazily: a wrong URL shows at the first query, as ProblemError `store.unavailable`. */
export function openPostgres(databaseUrl: string): PostgresServer {
  const where = withoutPassword(databaseUrl)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: connectPatience,
    types,
  })
  // A connection that breaks is replaced, and the query it breaks under is refused. The event says it a
  // second time, and would end the process: the pool hears it for idle connections, nobody for busy ones.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const known = wrapped.get(client) ?? translating(client, where)
    wrapped.set(client, known)
    return known
  }
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => wrap(await explained(pool.connect(), where)),
      end: () => pool.end(),
    },
  })
  return {
    dialect,
    newClient: () =>
      new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: connectPatience,
        keepAlive: true,
      }),
  }
}

/** The one place where text and errors cross into PostgreSQL and back. */
function translating(client: pg.PoolClient, where: string): PostgresPoolClient {
  const query = async (sql: string, values: readonly unknown[]): Promise<unknown> => {
    const result = await explained(client.query(sql, values.map(toStored)), where)
    restoreRows(result.rows)
    return result
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

async function explained<Value>(work: Promise<Value>, where: string): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw postgresFailure(error, where)
  }
}

function withoutPassword(databaseUrl: string): string {
  try {
    const url = new URL(databaseUrl)
    return `${url.hostname || url.searchParams.get('host') || 'local'}${url.port ? `:${url.port}` : ''}${url.pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
