import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { verifyAuditLines } from '@repertoire/client/audit-verification'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256 } from '../../platform/system-ports.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { parseSyslog, splitFrames } from '../testing/parse-syslog.ts'

let dataDir: string
let server: ServerProcess | undefined
let syslog: Server
const sockets = new Set<Socket>()
const streams: Buffer[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-syslog-'))
  streams.length = 0
  syslog = createServer((socket) => {
    const index = streams.push(Buffer.alloc(0)) - 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      streams[index] = Buffer.concat([streams[index] ?? Buffer.alloc(0), bytes])
    })
  }).listen(0, '127.0.0.1')
  await once(syslog, 'listening')
})

afterEach(async () => {
  await server?.stop('SIGKILL')
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => syslog.close(resolve))
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<RepertoireClient> {
  const { port } = syslog.address() as AddressInfo
  const env = { SANDBOX_BACKEND: 'off', AUDIT_SYSLOG_URL: `tcp://127.0.0.1:${port}` }
  server = await startServerProcess(dataDir, env)
  const { key: apiKey } = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))
  return new RepertoireClient({ baseUrl: server.url, apiKey })
}

/** The numbers that arrived. */
const received = () =>
  new Set(
    streams.flatMap(splitFrames).map((frame): number => JSON.parse(parseSyslog(frame).message).seq),
  )

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  yield* (await new Response(stream).text()).split('\n')
}

describe('the audit log of a server process', { timeout: 120_000 }, () => {
  it('reaches syslog whole through kill -9, and is whole in the database', async () => {
    for (let round = 0; round < 3; round += 1) {
      const client = await start()
      const names = Array.from({ length: 20 }, (_, n) => `r${round}-${n}`)
      const creations = names.map((slug) =>
        client.skills.create({ slug, description: 'd', content: '# x' }).catch(() => undefined),
      )
      if (round < 2) await Promise.race(creations)
      else await Promise.all(creations)
      if (round < 2) await server?.stop('SIGKILL')
    }
    const { key: apiKey } = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))
    const client = new RepertoireClient({ baseUrl: server?.url ?? '', apiKey })
    const exported = linesOf(await client.audit.export())
    const check = await verifyAuditLines(exported, { sha256, keptHead: null })
    expect(check).toMatchObject({ broken: null })
    const count = check?.last.seq ?? 0
    expect(count).toBeGreaterThan(20)
    const expected = Array.from({ length: count }, (_, n) => n + 1)
    await vi.waitFor(
      () => {
        const seqs = received()
        expect(expected.filter((seq) => !seqs.has(seq))).toEqual([])
      },
      { timeout: 20_000, interval: 200 },
    )
    expect(await server?.stop('SIGTERM')).toBe(0)
  })
})
