import autocannon from 'autocannon'
import { benchKey, type ServerUnderTest } from '../server-under-test.ts'
import type { Table } from '../table.ts'
import { hasPostgres, withReplicas } from './replicas.ts'
import { request } from './requests.ts'
import type { LoadSizes } from './sizes.ts'

const connections = 10

/** The same reads from one server, and from two at once. */
export async function benchReads({ readSeconds }: LoadSizes): Promise<readonly Table[]> {
  const rows: (string | number)[][] = []
  for (const count of hasPostgres ? [1, 2] : []) {
    process.stderr.write(`    servers: ${count} …\n`)
    await withReplicas({ count }, async ({ servers }) => {
      const [first] = servers as [ServerUnderTest]
      const content = '---\nname: read-me\ndescription: Is read.\n---\n# Read\n'
      const { id } = await request<{ id: string }>(first, '/skills', { content })
      for (const path of [`/skills/${id}`, '/skills?q=read', '/conversations'])
        rows.push([count, path.replace(id, '{id}'), ...(await readAll(servers, path, readSeconds))])
    })
  }
  return [
    {
      title: 'Load: reads of one server and of two',
      note: `PostgreSQL; ${connections} connections to each server for ${readSeconds} s. Clients, servers and database share the processors.`,
      columns: ['servers', 'GET', 'requests/s', 'slowest p99 (ms)'],
      rows: hasPostgres ? rows : [['skipped: PostgreSQL (apt-get install postgresql)']],
    },
  ]
}

async function readAll(servers: readonly ServerUnderTest[], path: string, duration: number) {
  const headers = { authorization: `Bearer ${benchKey}` }
  const results = await Promise.all(
    servers.map(async (server) => {
      const url = `${server.url}/api/v1${path}`
      await autocannon({ url, headers, connections, duration: 1 })
      return autocannon({ url, headers, connections, duration })
    }),
  )
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  if (failed > 0) throw new Error(`${path}: ${failed} requests failed`)
  const perSecond = results.reduce((sum, { requests }) => sum + requests.average, 0)
  return [Math.round(perSecond), Math.max(...results.map(({ latency }) => latency.p99))]
}
