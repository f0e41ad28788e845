import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { type ConnectTarget, createGitReader } from '@repertoire/sources'
import { printTable, type Table } from './table.ts'

const skills = 2417

/** Reads a repository of 2,417 skills from a real git server, beside a clone with a checkout. */
export async function benchSources(): Promise<readonly Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-bench-sources-'))
  const server = fork(join(import.meta.dirname, 'git-server-process.ts'))
  const commit = async (edited: number) => {
    server.send({ skills, edited })
    const [place] = (await once(server, 'message')) as [{ url: string; caFile: string }]
    return place
  }
  try {
    const place = await commit(0)
    const rows = [await cloneRow(place, folder)]
    const read = readerOf(place, join(folder, 'cache'))
    const first = await measured('the reader, all of it', () => read(null))
    rows.push(first.row)
    rows.push((await measured('the reader, unmoved', () => read(first.version))).row)
    await commit(24)
    rows.push((await measured('the reader, 24 skills changed', () => read(first.version))).row)
    return [
      {
        title: 'Reading a repository of 2,417 skills',
        note: `12,085 files, one commit, git http-backend with TLS on this machine, git ${version()}. Files are read, not judged.`,
        columns: ['what', 's', 'skills read', 'skills/s', 'connections', 'longest stall (ms)'],
        rows,
      },
    ]
  } finally {
    server.disconnect()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  readonly url: string
  readonly caFile: string
}
interface Reading {
  readonly version: string | null
  readonly skills: number
  readonly connections: number
}
type Row = Table['rows'][number]

/** Reads what changed since the last reading, by the tokens of the folders. */
function readerOf({ url, caFile }: Place, cacheFolder: string) {
  const known = new Map<string, string>()
  let connections = 0
  const reader = createGitReader({
    findGit: async () => 'git',
    ...{ cacheFolder, caFile },
    connect: (target) => {
      connections += 1
      return toLoopback(target)
    },
  })
  return async (knownVersion: string | null): Promise<Reading> => {
    connections = 0
    const opened = await reader.open({
      config: { kind: 'git', url, ref: null, path: '' },
      ...{ token: null, knownVersion, signal: new AbortController().signal },
    })
    if (opened.status === 'unchanged') return { version: knownVersion, skills: 0, connections }
    const changed = opened.entries.filter(({ id, token }) => known.get(id) !== token)
    let read = 0
    for await (const item of opened.read(changed.map(({ id }) => id))) {
      if (item.files) read += 1
    }
    await opened.close()
    for (const { id, token } of opened.entries) known.set(id, token)
    return { version: opened.version, skills: read, connections }
  }
}

async function measured(what: string, work: () => Promise<Reading>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  const { version, skills: read, connections } = await work()
  const seconds = (performance.now() - began) / 1000
  delay.disable()
  const rate = read === 0 ? '-' : Math.round(read / seconds)
  const stall = Math.round(delay.max / 1e6)
  return { version, row: [what, seconds.toFixed(2), read, rate, connections, stall] as Row }
}

async function cloneRow({ url, caFile }: Place, folder: string): Promise<Row> {
  const target = join(folder, 'clone')
  const began = performance.now()
  execFileSync('git', ['clone', '--quiet', '--depth', '1', url, target], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, GIT_SSL_CAINFO: caFile },
  })
  let read = 0
  for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    if (path.startsWith('.git') || !statSync(join(target, path)).isFile()) continue
    readFileSync(join(target, path))
    if (path.endsWith('SKILL.md')) read += 1
  }
  const seconds = (performance.now() - began) / 1000
  return [
    'git clone and reading the files',
    seconds.toFixed(2),
    read,
    Math.round(read / seconds),
    '-',
    '-',
  ]
}

async function toLoopback({ port }: ConnectTarget): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

function version(): string {
  return execFileSync('git', ['version']).toString().trim().split(' ')[2] ?? ''
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const table of await benchSources()) printTable(table)
}
