import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  startTemporalServer,
  type TemporalServer,
} from '../../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../../scripts/temporal/temporal-program.mjs'
import { createEngineWorld, modelWithText, principal } from '../testing/engine-world.ts'
import { createTemporalEngine } from './temporal-engine.ts'
import type { TemporalSettings, TemporalTls } from './temporal-settings.ts'
import { startTlsFront, type TlsFront, type TlsFrontOptions } from './testing/tls-front.ts'

const noTemporal = findTemporal() === undefined

describe.skipIf(noTemporal)('C8: Temporal over TLS', { timeout: 60_000 }, () => {
  let temporal: TemporalServer
  let folder: string
  let front: TlsFront | undefined
  const file = (name: string) => join(folder, name)
  const textOf = (name: string) => readFileSync(file(name), 'utf8')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'repertoire-tls-'))
    makeAuthority('ca')
    makeCertificate('server', { by: 'ca', name: 'temporal.internal' })
    makeCertificate('client', { by: 'ca', name: 'repertoire' })
    makeAuthority('other')
    makeCertificate('unknown', { by: 'other', name: 'repertoire' })
    temporal = await startTemporalServer()
  }, 60_000)
  afterEach(async () => {
    await front?.close()
    front = undefined
  })
  afterAll(async () => {
    await temporal.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function openssl(...args: readonly string[]): void {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  }

  function makeAuthority(name: string): void {
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
    openssl(...request, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`)
  }

  function makeCertificate(file: string, { by, name }: { by: string; name: string }): void {
    const request = ['req', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`]
    openssl(...request, '-keyout', `${file}.key`, '-out', `${file}.csr`)
    writeFileSync(join(folder, 'ext'), `subjectAltName=DNS:${name}\n`)
    const authority = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial', '-days', '2']
    const files = ['-in', `${file}.csr`, '-extfile', 'ext', '-out', `${file}.pem`]
    openssl('x509', '-req', ...authority, ...files)
  }

  async function open(options: Partial<TlsFrontOptions> = {}): Promise<TlsFront> {
    const pair = { cert: textOf('server.pem'), key: textOf('server.key') }
    front = await startTlsFront({ target: temporal.address, ...pair, ...options })
    return front
  }

  const withTls = (change: Partial<TemporalTls> = {}): TemporalTls => ({
    ...{ serverName: 'temporal.internal', caFile: file('ca.pem') },
    ...{ certFile: undefined, keyFile: undefined, ...change },
  })
  const ownPair = () => ({ certFile: file('client.pem'), keyFile: file('client.key') })

  /** How a run ends there. */
  async function runAt(change: Partial<TemporalSettings>): Promise<string> {
    const world = await createEngineWorld()
    const engine = createTemporalEngine({
      ...{ ...world.optionsFor(modelWithText()), graceMilliseconds: 200, payloadKey: undefined },
      temporal: {
        ...{ address: front?.address ?? '', namespace: 'default', taskQueue: 'tls', worker: true },
        ...{ runsScripts: false, activity: 'action', apiKey: undefined, tls: withTls() },
        ...change,
      },
    })
    try {
      await engine.start()
      const conversationId = await world.conversation()
      const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
      return (await engine.waitForRun({ principal, runId })).status
    } finally {
      await engine.stop()
    }
  }

  it('runs with the authority and the name that the settings give', async () => {
    await open()
    expect(await runAt({})).toBe('completed')
  })

  it('runs with a client certificate where Temporal wants one, and is refused with none or another', async () => {
    await open({ clientCa: textOf('ca.pem') })
    expect(await runAt({ tls: withTls(ownPair()) })).toBe('completed')
    const refused = { problem: { code: 'engine.temporal-unreachable' } }
    await expect(runAt({})).rejects.toMatchObject(refused)
    const unknown = { certFile: file('unknown.pem'), keyFile: file('unknown.key') }
    await expect(runAt({ tls: withTls(unknown) })).rejects.toMatchObject(refused)
  })

  it('sends the API key, and says when Temporal refuses it', async () => {
    const { keys } = await open({ apiKey: 'right' })
    expect(await runAt({ apiKey: 'right' })).toBe('completed')
    expect([...keys]).toEqual(['Bearer right'])
    await expect(runAt({ apiKey: 'wrong' })).rejects.toMatchObject({
      problem: { code: 'engine.temporal-refused', hint: expect.stringContaining('API_KEY') },
    })
  })

  it.each([
    ['of an authority it does not know', () => ({ caFile: file('other.pem') })],
    ['of another name', () => ({ serverName: 'elsewhere.internal' })],
  ])('refuses a server with a certificate %s, and says that TLS failed', async (_what, change) => {
    await open()
    await expect(runAt({ tls: withTls(change()) })).rejects.toMatchObject({
      problem: {
        code: 'engine.temporal-unreachable',
        hint: expect.stringMatching(/TEMPORAL_TLS_SERVER_CA_CERT_PATH.*TEMPORAL_TLS_SERVER_NAME/),
      },
    })
  })

  it('says what to set where the server speaks TLS and the settings do not', async () => {
    await open()
    await expect(runAt({ tls: undefined })).rejects.toMatchObject({
      problem: {
        code: 'engine.temporal-unreachable',
        hint: expect.stringContaining('TEMPORAL_TLS=true'),
      },
    })
  })

  it('says which file holds no certificate', async () => {
    await open()
    writeFileSync(file('broken.pem'), 'not a certificate')
    const tls = withTls({ ...ownPair(), certFile: file('broken.pem') })
    await expect(runAt({ tls })).rejects.toMatchObject({
      problem: {
        code: 'engine.temporal-file-unreadable',
        message: expect.stringContaining('broken.pem'),
      },
    })
  })
})
