import type { ConnectionCounts } from '@repertoire/core'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { toPostgresProblem } from './database-errors.ts'
import { restoreRows, toStored } from './text-codec.ts'

const poolSize = 10
/** After this, an unreachable server is reported as unavailable. */
const connectTimeoutMs = 10_000

/** 64-bit integers as numbers: every stored integer (times, sizes, counters) is below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}

export interface PostgresServer {
  readonly dialect: Dialect
  /** A connection of its own, for LISTEN. */
  newClient(): pg.Client
  connections(): ConnectionCounts
}

/** Connects lazily: a wrong URL shows at the first query, as ProblemError `store.unavailable`. */
export function openPostgres(databaseUrl: string): PostgresServer {
  const databaseName = withoutPassword(databaseUrl)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    types,
  })
  // The pool replaces a broken connection, and its query is rejected. The same error arrives as an event, which
  // would end the process if nobody listened: the pool listens on idle connections, nobody on busy ones.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    const known = wrapped.get(client) ?? translatingClient(client, databaseName)
    wrapped.set(client, known)
    return known
  }
  const dialect = new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => wrap(await mapErrors(pool.connect(), databaseName)),
      end: () => pool.end(),
    },
  })
  return {
    dialect,
    newClient: () =>
      new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
      }),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/** Encodes and decodes text and translates errors: the only crossing into PostgreSQL. */
function translatingClient(client: pg.PoolClient, databaseName: string): PostgresPoolClient {
  const query = async (sql: string, values: readonly unknown[]): Promise<unknown> => {
    const result = await mapErrors(client.query(sql, values.map(toStored)), databaseName)
    restoreRows(result.rows)
    return result
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

async function mapErrors<Value>(work: Promise<Value>, databaseName: string): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw toPostgresProblem(error, databaseName)
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
