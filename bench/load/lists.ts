import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { startPostgres } from '../../scripts/postgres/postgres-server.mjs'
import { type ServerUnderTest, startServerUnderTest } from '../server-under-test.ts'
import { quantile, type Table } from '../table.ts'
import { copiesOf } from './copied-rows.ts'
import { hasPostgres } from './replicas.ts'
import { createConversation, request, timesOf } from './requests.ts'
import type { LoadSizes } from './sizes.ts'

const repetitions = 200
const pageSize = 50

/** Lists of a person who has very many conversations, each with a turn. */
export async function benchLists({ conversations }: LoadSizes): Promise<readonly Table[]> {
  const rows = [...(await onSqlite(conversations)), ...(await onPostgres(conversations))]
  return [
    {
      title: 'Load: long lists',
      note: `One person with ${conversations.toLocaleString('en')} conversations, as many turns and audit entries, copied from real rows; pages of ${pageSize} over HTTP, ${repetitions} each, one at a time. Target: p99 of at most 50 ms.`,
      columns: ['database', 'list', 'p50 (ms)', 'p99 (ms)'],
      rows,
    },
  ]
}

async function onSqlite(count: number): Promise<readonly (string | number)[][]> {
  const server = await startServerUnderTest()
  try {
    await createRows(server)
    const db = new Sqlite(join(server.dataDir, 'repertoire.db'), { timeout: 60_000 })
    // At once, so that the server does not begin to count them.
    const copyAll = db.transaction(() => {
      for (const { columns, copy } of copiesOf(count)) {
        const names = db.prepare<[], { name: string }>(columns.sqlite).all()
        db.exec(copy(names.map(({ name }) => name)).sqlite)
      }
    })
    copyAll.immediate()
    db.exec('analyze')
    db.close()
    // Lets this process notice the connections that the server closed in the meantime.
    await setImmediate()
    return await measure('SQLite', server)
  } finally {
    await server.stop()
  }
}

async function onPostgres(count: number): Promise<readonly (string | number)[][]> {
  if (!hasPostgres) return [['skipped: PostgreSQL (apt-get install postgresql)']]
  const database = await startPostgres({ synchronousCommit: true })
  const url = database.url('postgres')
  const server = await startServerUnderTest({ DATABASE_URL: url })
  const psql = (sql: string) => database.program('psql', url, '-qtA', '-c', sql)
  try {
    await createRows(server)
    const statements: string[] = []
    for (const { columns, copy } of copiesOf(count)) {
      const { stdout } = await psql(columns.postgres)
      statements.push(copy(stdout.trim().split('\n')).postgres)
    }
    await psql(['begin', ...statements, 'commit'].join('; '))
    await psql('vacuum analyze')
    return await measure('PostgreSQL', server)
  } finally {
    await server.stop()
    await database.stop()
  }
}

/** The rows that are copied: of a conversation that the statistics have counted, like those of long ago. */
async function createRows(server: ServerUnderTest): Promise<void> {
  const id = await createConversation(server)
  await request(server, `/conversations/${id}/messages`, { text: 'Hello.' })
  await request(server, '/stats/reindex', {})
}

async function measure(
  database: string,
  server: ServerUnderTest,
): Promise<readonly (string | number)[][]> {
  const rows: (string | number)[][] = []
  for (const [name, list] of Object.entries(lists)) {
    let path = list
    const next = async () => {
      const { next_cursor: cursor } = await request<{ next_cursor: string | null }>(server, path)
      const separator = list.includes('?') ? '&' : '?'
      path = cursor === null ? list : `${list}${separator}cursor=${encodeURIComponent(cursor)}`
    }
    const samples = await timesOf(repetitions, next)
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(samples, share).toFixed(1))
    rows.push([database, name, p50 ?? '', p99 ?? ''])
  }
  return rows
}

/** Each page after the one before it. */
const lists: Readonly<Record<string, string>> = {
  conversations: `/conversations?limit=${pageSize}`,
  traces: `/traces?limit=${pageSize}`,
  'traces of one status': `/traces?limit=${pageSize}&status=completed`,
  'audit log': `/audit?limit=${pageSize}`,
  'audit log of one action': `/audit?limit=${pageSize}&action=member-joined`,
  inbox: `/inbox?limit=${pageSize}`,
}
