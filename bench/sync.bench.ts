import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { benchKey, type ServerUnderTest, startServerUnderTest } from './server-under-test.ts'
import { printTable, type Table } from './table.ts'

const skills = 2417
/** Between two looks at the sync. Each costs the server a request, which is work that is not measured. */
const pollMs = 100

interface Place {
  readonly url: string
  readonly caFile: string
}
interface SyncedSource {
  readonly id: string
  readonly last_sync_status: string
  readonly last_sync_error: unknown
  readonly counts: { readonly total: number; readonly held: number } | null
}
type Row = Table['rows'][number]

/** Syncs a repository of 2,417 skills into a server: read, scanned, licensed, judged and held for review. */
export async function benchSync(): Promise<readonly Table[]> {
  const git = fork(join(import.meta.dirname, 'git-server-process.ts'))
  const commit = async (edited: number) => {
    git.send({ skills, edited })
    const [place] = (await once(git, 'message')) as [Place]
    return place
  }
  const place = await commit(0)
  const server = await startServerUnderTest({
    REPERTOIRE_OUTBOUND_ALLOW: new URL(place.url).host,
    GIT_SSL_CAINFO: place.caFile,
  })
  try {
    const sync = await synchroniser(server, place.url)
    const rows = [await sync('the first sync'), await sync('unmoved')]
    await commit(24)
    rows.push(await sync('24 skills changed'))
    return [
      {
        title: 'Syncing a repository of 2,417 skills into a server',
        note: 'Real server with SQLite, git http-backend with TLS on this machine; each skill is read, scanned and held for review.',
        columns: [
          'what',
          's',
          'processor s',
          'skills/s',
          'held',
          'longest stall (ms)',
          'memory (MB)',
        ],
        rows,
      },
    ]
  } finally {
    git.disconnect()
    await server.stop()
  }
}

async function synchroniser(server: ServerUnderTest, url: string) {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as SyncedSource
  }
  const fields = { name: 'bench', source_type: 'git', config: { url } }
  const { id } = await send('POST', '/skills/sources', fields)
  return async (what: string): Promise<Row> => {
    await server.maxStallMs()
    const worked = server.processorSeconds()
    const began = performance.now()
    await send('POST', `/skills/sources/${id}/sync`, {})
    let source = await send('GET', `/skills/sources/${id}`)
    while (source.last_sync_status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, pollMs))
      source = await send('GET', `/skills/sources/${id}`)
    }
    const seconds = (performance.now() - began) / 1_000
    if (source.last_sync_error !== null) throw new Error(JSON.stringify(source.last_sync_error))
    const held = source.counts?.held ?? 0
    const isFirst = what === 'the first sync'
    return [
      ...[what, seconds.toFixed(2), (server.processorSeconds() - worked).toFixed(2)],
      ...[isFirst ? Math.round(skills / seconds) : '-', held],
      ...[Math.round(await server.maxStallMs()), server.memoryMb()],
    ]
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const table of await benchSync()) printTable(table)
}
