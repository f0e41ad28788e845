import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import {
  benchKey,
  freePort,
  type ServerUnderTest,
  startServerUnderTest,
} from './server-under-test.ts'
import { printTable, quantile, type Table } from './table.ts'

const authorization = { authorization: `Bearer ${benchKey}` }

/**
 * Start, idle memory, open streams, and reads per second compared to a bare Hono hello world in the same run.
 */
export async function benchServer(): Promise<readonly Table[]> {
  const starts: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const server = await startServerUnderTest()
    starts.push(server.startMs)
    await server.stop()
  }
  const server = await startServerUnderTest()
  try {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const idle = server.memoryMb()
    const reads = await readsPerSecond(server)
    const streams = await openStreams(server, 1000)
    return [
      {
        title: 'Server',
        note: 'Fresh data folder, SQLite, one process. Start is from spawn to the first answer of /healthz.',
        columns: ['what', 'value'],
        rows: [
          ['start to first answer, median of 5 (ms)', Math.round(quantile(starts, 0.5))],
          ['start to first answer, slowest of 5 (ms)', Math.round(Math.max(...starts))],
          ['idle memory after 3 s (MB resident)', idle],
          ['memory with 1,000 open SSE streams (MB resident)', streams],
        ],
      },
      reads,
    ]
  } finally {
    await server.stop()
  }
}

async function readsPerSecond(server: ServerUnderTest): Promise<Table> {
  const id = await createSkill(server)
  const hello = await startHello()
  const measure = async (url: string, headers: Record<string, string>) => {
    await autocannon({ url, headers, connections: 10, duration: 2 })
    const result = await autocannon({ url, headers, connections: 10, duration: 5 })
    if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} responses were not 2xx`)
    return result
  }
  const bare = await measure(hello.url, {})
  const targets = {
    'GET skill': `/skills/${id}`,
    'GET skills (ranked search)': '/skills?q=slow+postgres',
  }
  const rows: (string | number)[][] = [
    ['bare Hono hello world', Math.round(bare.requests.average), bare.latency.p99, 1],
  ]
  for (const [name, path] of Object.entries(targets)) {
    const result = await measure(`${server.url}/api/v1${path}`, authorization)
    const share = result.requests.average / bare.requests.average
    rows.push([
      name,
      Math.round(result.requests.average),
      result.latency.p99,
      Number(share.toFixed(2)),
    ])
  }
  hello.process.kill()
  return {
    title: 'REST reads',
    note: '10 connections for 5 s each, after 2 s of warm-up; authenticated and scoped to a tenant on every request.',
    columns: ['what', 'requests/s', 'p99 ms', 'relative to bare Hono'],
    rows,
  }
}

async function createSkill(server: ServerUnderTest): Promise<string> {
  const response = await fetch(`${server.url}/api/v1/skills`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      content: `---\nname: slow-postgres\ndescription: Find out why a Postgres database is slow.\n---\n${'Look at the locks first. '.repeat(170)}`,
    }),
  })
  const skill = (await response.json()) as { id?: string }
  if (skill.id === undefined) throw new Error(`no skill was created: ${JSON.stringify(skill)}`)
  return skill.id
}

async function startHello(): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hono-hello.ts'), String(port)])
  await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${port}/`, process: child }
}

async function openStreams(server: ServerUnderTest, count: number): Promise<number> {
  const created = await fetch(`${server.url}/api/v1/conversations`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  const { id } = (await created.json()) as { id: string }
  const open = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      httpGet(
        `${server.url}/api/v1/conversations/${id}/events`,
        { headers: { ...authorization, accept: 'text/event-stream' }, agent: false },
        resolve,
      ).on('error', reject)
    })
  const streams: IncomingMessage[] = []
  for (let batch = 0; batch < count; batch += 50) {
    streams.push(...(await Promise.all(Array.from({ length: 50 }, open))))
  }
  const answered = streams.filter((stream) => stream.statusCode === 200).length
  if (answered !== count) throw new Error(`only ${answered} of ${count} streams opened`)
  const memory = server.memoryMb()
  for (const stream of streams) stream.destroy()
  return memory
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const table of await benchServer()) printTable(table)
}
