import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { verifyAuditLines } from '@repertoire/client/audit-verification'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256 } from '../../../platform/system/system-ports.ts'
import { type ServerProcess, startServerProcess } from '../../../testing/server-process.ts'
import { verifySignature } from '../checkpoint-signer.ts'
import { type LogCollector, startLogCollector } from '../testing/log-collector.ts'

let dataDir: string
let server: ServerProcess | undefined
let collector: LogCollector

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-forwarding-'))
  collector = await startLogCollector()
})

afterEach(async () => {
  await server?.stop('SIGKILL')
  await collector.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<RepertoireClient> {
  const env = { SANDBOX_BACKEND: 'off', AUDIT_OTLP_URL: collector.url }
  server = await startServerProcess(dataDir, env)
  const { key: apiKey } = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))
  return new RepertoireClient({ baseUrl: server.url, apiKey })
}

/** The numbers that arrived. */
const received = () => new Set(collector.entries().map(({ seq }) => seq))

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  yield* (await new Response(stream).text()).split('\n')
}

describe('the audit log of a server process', { timeout: 120_000 }, () => {
  it('reaches a collector whole through kill -9, and is whole in the database', async () => {
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
    const known = { keptHead: null, acceptedRemovals: 0 }
    const check = await verifyAuditLines(exported, { sha256, verifySignature, ...known })
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
