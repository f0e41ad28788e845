import type { ConnectionCounts } from '@repertoire/core/ports'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { toPostgresProblem } from './database-errors.ts'
import { healthTimedOut, isTimeout, lockTimedOut } from './postgres-timeouts.ts'
import { restoreRows, toStored } from './text-codec.ts'

const defaultPoolSize = 10
/** After this, an unreachable server is reported as unavailable. */
const connectTimeoutMs = 10_000
/** Below the time that a query waits for a connection: whoever waits for a lock hands its own on before that. */
const lockTimeoutMs = 8_000

/** One for whether the database answers, one for the numbers of a scraper. */
const healthPoolSize = 2
/** Balancers and scrapers give up soon, and learn nothing then. */
const healthConnectMs = 1_500
const healthStatementMs = 1_500
/** Where not even the server's own limit is answered. */
const healthAnswerMs = 1_800

/** 64-bit integers as numbers: every stored integer (times, sizes, counters) is below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
}

export interface PostgresServer {
  readonly dialect: Dialect
  /** Connections of its own, which no other query can use up, and whose queries end soon. */
  readonly healthDialect: Dialect
  /** A connection of its own, for LISTEN. */
  newClient(): pg.Client
  connections(): ConnectionCounts
}

/** Connects lazily: a wrong URL shows at the first query, as ProblemError `store.unavailable`. */
export function openPostgres(databaseUrl: string, poolSize = defaultPoolSize): PostgresServer {
  const databaseName = withoutPassword(databaseUrl)
  const work = openPool(
    { connectionString: databaseUrl, max: poolSize, connectionTimeoutMillis: connectTimeoutMs },
    {
      limits: { lock_timeout: lockTimeoutMs },
      toProblem: (error) => lockTimedOut(error) ?? toPostgresProblem(error, databaseName),
    },
  )
  const health = openPool(
    {
      ...{ connectionString: databaseUrl, max: healthPoolSize, query_timeout: healthAnswerMs },
      connectionTimeoutMillis: healthConnectMs,
    },
    {
      limits: { statement_timeout: healthStatementMs },
      toProblem: (error) => healthTimedOut(error) ?? toPostgresProblem(error, databaseName),
    },
  )
  return {
    dialect: work.dialect,
    healthDialect: health.dialect,
    newClient: () =>
      new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
      }),
    connections: () => ({
      inUse: work.pool.totalCount - work.pool.idleCount,
      idle: work.pool.idleCount,
      waiting: work.pool.waitingCount,
    }),
  }
}

interface Connections {
  /** Milliseconds by the name of PostgreSQL's setting. One that the operator has set stays as it is. */
  readonly limits: Readonly<Record<string, number>>
  readonly toProblem: (error: unknown) => unknown
}

function openPool(
  options: pg.PoolConfig,
  connections: Connections,
): { readonly pool: pg.Pool; readonly dialect: Dialect } {
  const pool = new pg.Pool({ ...options, types })
  // The pool replaces a broken connection, and its query is rejected. The same error arrives as an event, which
  // would end the process if nobody listened: the pool listens on idle connections, nobody on busy ones.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await mapErrors(pool.connect(), connections)
    const known = wrapped.get(client)
    if (known) return known
    const added = translatingClient(client, connections)
    await limit(client, connections)
    wrapped.set(client, added)
    return added
  }
  const ofPool = { options: pool.options, connect, end: () => pool.end() }
  return { pool, dialect: new PostgresDialect({ pool: ofPool }) }
}

/** As a query, because poolers refuse settings that they do not know when a connection begins. */
async function limit(client: pg.PoolClient, connections: Connections): Promise<void> {
  const names = Object.keys(connections.limits)
  const values = Object.values(connections.limits).map(String)
  const set = `select set_config(name, value, false)
    from unnest($1::text[], $2::text[]) as wanted (name, value) where current_setting(name) = '0'`
  try {
    await mapErrors(client.query(set, [names, values]), connections)
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Encodes and decodes text and translates errors: the only crossing into PostgreSQL. */
function translatingClient(client: pg.PoolClient, connections: Connections): PostgresPoolClient {
  let isStuck = false
  const query = async (sql: string, values: readonly unknown[]): Promise<unknown> => {
    const answer = client.query(sql, values.map(toStored)).catch((error: unknown) => {
      // The server may still answer it, and whatever is asked next would wait for that.
      isStuck ||= isTimeout(error)
      throw error
    })
    const result = await mapErrors(answer, connections)
    restoreRows(result.rows)
    return result
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isStuck),
  }
}

async function mapErrors<Value>(
  work: Promise<Value>,
  { toProblem }: Pick<Connections, 'toProblem'>,
): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw toProblem(error)
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
