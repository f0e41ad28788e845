import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { processorTimes } from '../server-under-test.ts'

/** What a PostgreSQL on this machine has used since it started. */
export interface DatabaseUse {
  readonly processorSeconds: number
  /** Those that only read, too. */
  readonly transactions: number
  readonly walBytes: number
  readonly storedBytes: number
}

const query = `select pg_backend_pid() as pid, pg_database_size('postgres')::float8 as stored,
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
  (select sum(xact_commit) from pg_stat_database)::float8 as transactions`

export async function readDatabaseUse(url: string): Promise<DatabaseUse> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('select pg_stat_force_next_flush()')
    await client.query('checkpoint')
    const { rows } = await client.query(query)
    const [{ pid, stored, wal, transactions }] = rows
    const processorSeconds = processorSecondsOfFamily(parentOf(pid))
    return { processorSeconds, transactions, walBytes: wal, storedBytes: stored }
  } finally {
    await client.end()
  }
}

function processorSecondsOfFamily(parent: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
  const { own, ended } = processorTimes(parent)
  return children.reduce((sum, pid) => sum + processorTimes(pid).own, own + ended)
}

/** Zero for a process that has gone. */
function parentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^PPid:\s+(\d+)/m)?.[1])
  } catch {
    return 0
  }
}
