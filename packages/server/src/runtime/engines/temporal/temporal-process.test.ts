import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTemporalServer } from '../../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../../scripts/temporal/temporal-program.mjs'
import { spawnServer } from '../../../testing/server-process.ts'

const noTemporal = findTemporal() === undefined

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-engine-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** What a server that cannot start prints: its first line, and whether a stack trace follows. */
async function startFailing(env: Readonly<Record<string, string>>): Promise<string> {
  const server = spawnServer(['--port', '0', '--data', dataDir], {
    ...{ WORKFLOW__EXECUTION_ENGINE: 'temporal', LOG_LEVEL: 'silent' },
    ...env,
  })
  expect(await server.exited).toBe(1)
  expect(server.logged()).not.toContain('    at ')
  expect(server.printed()).toBe('')
  return server.logged().split('\n')[0] ?? ''
}

/** A port of this machine that nobody listens on. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

describe('C8: a server says in one line why it cannot start its engine', {
  timeout: 60_000,
}, () => {
  it('with an unknown name', async () => {
    const line = await startFailing({ WORKFLOW__EXECUTION_ENGINE: 'cadence' })
    expect(line).toMatch(/^Repertoire cannot start: .*WORKFLOW__EXECUTION_ENGINE.*direct.*temporal/)
  })

  it('with an address that is none', async () => {
    const line = await startFailing({ TEMPORAL_ADDRESS: 'https://there' })
    expect(line).toMatch(/^Repertoire cannot start: .*TEMPORAL_ADDRESS: must be host:port$/)
  })

  it('when Temporal cannot be reached', async () => {
    const address = `127.0.0.1:${await closedPort()}`
    const line = await startFailing({ TEMPORAL_ADDRESS: address })
    expect(line).toBe(`Repertoire cannot start: Temporal at ${address} cannot be reached.`)
  })

  it('when a file of the certificate is missing', async () => {
    const file = join(dataDir, 'no-such.pem')
    const line = await startFailing({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: file })
    expect(line).toBe(`Repertoire cannot start: ${file} cannot be read.`)
  })

  it.skipIf(noTemporal)('when Temporal has no such namespace', async () => {
    const temporal = await startTemporalServer()
    try {
      const { address } = temporal
      const line = await startFailing({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: 'absent' })
      expect(line).toBe(`Repertoire cannot start: Temporal at ${address} has no namespace absent.`)
    } finally {
      await temporal.stop()
    }
  })
})
