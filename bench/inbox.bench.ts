import { pathToFileURL } from 'node:url'
import { startGitServer, TestRepository } from '@repertoire/sources/testing'
import { createSend, measureRequest, type Send, shownTimes } from './measure-request.ts'
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { printTable, type Table } from './table.ts'

const imports = 3_633
const bulkSize = 500

/** What people ask the inbox for, by query. */
const lists: Readonly<Record<string, string>> = {
  'first page, with the counts of all groups': '',
  'clean ones': 'verdict=clean&kind=import',
  'what asks for hosts': 'permission=hosts',
  'no licence': 'licence=none',
  'by text': 'text=deploy',
  'oldest first, page of 200': 'order=oldest&limit=200',
}

interface Keys {
  readonly items: readonly { readonly id: string; readonly digest: string }[]
}

/** The inbox with 3,633 pending imports: its list with filters and counts, the keys of a selection, and a bulk approval. */
export async function benchInbox(): Promise<readonly Table[]> {
  const git = await startGitServer()
  new TestRepository(git, 'bench/inbox').commit(repositoryFiles())
  const server = await startServerUnderTest({
    REPERTOIRE_OUTBOUND_ALLOW: new URL(git.url).host,
    GIT_SSL_CAINFO: git.caFile,
  })
  try {
    const send = createSend(server)
    await fill(send, `${git.url}/bench/inbox.git`)
    const reading = await measureLists(send)
    const deciding = await measureBulk(send, server)
    const note = `${imports.toLocaleString('en')} imports of one source wait; real server with SQLite, over HTTP, one request at a time.`
    return [
      {
        ...{ title: 'The inbox: list, filters, counts, keys', note },
        columns: ['request', 'matching', 'p50 (ms)', 'p95 (ms)', 'answer (kB)'],
        rows: reading,
      },
      {
        title: 'The inbox: approve all that match',
        note: `Clean imports with an allowed licence, ${bulkSize} a request: each is judged by the policies of now, stored as a skill and enabled.`,
        columns: [
          'approved',
          's',
          'processor s',
          'imports/s',
          'slowest request (s)',
          'longest stall (ms)',
        ],
        rows: deciding,
      },
    ]
  } finally {
    await server.stop()
    await git.close()
  }
}

/** One in eight has no licence, one in ten names a host. */
function repositoryFiles(): Record<string, string> {
  const topics = ['deploy', 'invoice', 'report', 'review', 'backup']
  return Object.fromEntries(
    Array.from({ length: imports }, (_, at) => {
      const name = `${topics[at % topics.length]}-${at}`
      const licence = at % 8 === 0 ? '' : 'license: MIT\n'
      const host = at % 10 === 0 ? `See https://docs-${at}.example.com/start for more.\n` : ''
      const steps = Array.from({ length: 20 }, (_, step) => `${step + 1}. Look at part ${step}.`)
      const head = `---\nname: ${name}\ndescription: Helps with the ${name} of a team.\n${licence}---\n`
      return [`skills/${name}/SKILL.md`, `${head}\n${host}${steps.join('\n')}\n`]
    }),
  )
}

async function fill(send: Send, url: string): Promise<void> {
  const fields = { name: 'bench', source_type: 'git', config: { url } }
  const { id } = await send<{ id: string }>('POST', '/skills/sources', fields)
  await send('POST', `/skills/sources/${id}/sync`, {})
  for (;;) {
    const path = `/skills/sources/${id}`
    const source = await send<{ last_sync_status: string; last_sync_error: unknown }>('GET', path)
    if (source.last_sync_status === 'ok') return
    if (source.last_sync_error !== null) throw new Error(JSON.stringify(source.last_sync_error))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function measureLists(send: Send): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = []
  for (const [what, query] of Object.entries(lists)) {
    const path = `/inbox?${query}`
    const { samples, answer } = await measureRequest(() => send<{ total: number }>('GET', path))
    rows.push([what, answer.total, ...shownTimes(samples), sizeOf(answer)])
  }
  const { samples, answer } = await measureRequest(() =>
    send<Keys>('GET', '/inbox/keys?licence=MIT'),
  )
  rows.push(['keys of all under MIT', answer.items.length, ...shownTimes(samples), sizeOf(answer)])
  return rows
}

const sizeOf = (answer: unknown) => (JSON.stringify(answer).length / 1_000).toFixed(0)

async function measureBulk(send: Send, server: ServerUnderTest): Promise<(string | number)[][]> {
  const query = 'verdict=clean&licence_decision=allowed'
  const { items } = await send<Keys>('GET', `/inbox/keys?${query}`)
  await server.maxStallMs()
  const worked = server.processorSeconds()
  const began = performance.now()
  let slowest = 0
  for (let at = 0; at < items.length; at += bulkSize) {
    const body = { decision: 'approve', enable: true, items: items.slice(at, at + bulkSize) }
    const sent = performance.now()
    const { results } = await send<{ results: { problem: unknown }[] }>(
      ...(['POST', '/reviews/decide', body] as const),
    )
    slowest = Math.max(slowest, performance.now() - sent)
    const refused = results.find(({ problem }) => problem !== null)
    if (refused) throw new Error(JSON.stringify(refused))
  }
  const seconds = (performance.now() - began) / 1_000
  const stall = Math.round(await server.maxStallMs())
  return [
    [
      ...[items.length, seconds.toFixed(1), (server.processorSeconds() - worked).toFixed(1)],
      ...[Math.round(items.length / seconds), (slowest / 1_000).toFixed(1), stall],
    ],
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const table of await benchInbox()) printTable(table)
}
