import { pathToFileURL } from 'node:url'
import { benchKey, type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { printTable, quantile, type Table } from './table.ts'

const floodMs = 8_000
const clients = 4

/** Large JSON bodies: how long each blocks the event loop, and /healthz while four clients send them without a pause. */
export async function benchBodies(): Promise<readonly Table[]> {
  const server = await startServerUnderTest()
  try {
    const rows: Table['rows'][number][] = []
    for (const [what, { path, body }] of Object.entries(bodies())) {
      await send(server, path, body)
      await server.maxStallMs()
      const status = await send(server, path, body)
      const stall = await server.maxStallMs()
      const { p50, p99 } = await healthDuring(server, () => send(server, path, body))
      const size = (body.length / 1e6).toFixed(1)
      rows.push([what, size, status, stall.toFixed(0), p50.toFixed(0), p99.toFixed(0)])
    }
    return [
      {
        title: 'Large JSON bodies',
        note: 'One request: the longest stall of the event loop. Then four clients send it without a pause for 8 s.',
        columns: ['body', 'MB', 'status', 'stall (ms)', '/healthz p50 (ms)', 'p99 (ms)'],
        rows,
      },
    ]
  } finally {
    await server.stop()
  }
}

function bodies(): Readonly<Record<string, { path: string; body: string }>> {
  const skill = `---\nname: large\ndescription: Large.\n---\n${'word '.repeat(150_000)}`
  const file = Buffer.alloc(7_000_000, 'x').toString('base64')
  const files = ['a.txt', 'b.txt', 'c.txt'].map((path) => ({ path, content_base64: file }))
  const head = {
    path: 'SKILL.md',
    content_base64: Buffer.from(skill.slice(0, 500)).toString('base64'),
  }
  const imported = { scope: 'org', items: [{ path: 'large', files: [head, ...files] }] }
  const titled = (rest: string) => ({ path: '/conversations', body: `{"title":"a","x":[${rest}]}` })
  return {
    'a million numbers': titled(`${'1,'.repeat(1_000_000)}1`),
    'empty arrays': titled(`${'[],'.repeat(600_000)}[]`),
    'a text of 2 MB': titled(`"${'word '.repeat(400_000)}"`),
    'nested 8,000 deep': titled(`${'['.repeat(8_000)}${']'.repeat(8_000)}`),
    'a skill as one text': { path: '/skills/parse', body: JSON.stringify({ content: skill }) },
    'an import of three files': { path: '/imports', body: JSON.stringify(imported) },
  }
}

async function send({ url }: ServerUnderTest, path: string, body: string): Promise<number> {
  const headers = { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body })
  await answer.text()
  return answer.status
}

async function healthDuring({ url }: ServerUnderTest, work: () => Promise<unknown>) {
  const end = performance.now() + floodMs
  const flood = Array.from({ length: clients }, async () => {
    while (performance.now() < end) await work()
  })
  const times: number[] = []
  while (performance.now() < end) {
    const began = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await Promise.all(flood)
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const table of await benchBodies()) printTable(table)
}
