import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { auditHash, chainStart, type Store, type TenantId } from '@repertoire/core'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sha256 } from '../../platform/system-ports.ts'
import { parseSyslog, splitFrames } from '../testing/parse-syslog.ts'
import { type AuditDestination, createAuditForwarder } from './audit-forwarder.ts'
import { otlpDestination } from './otlp-destination.ts'
import { createSyslogConnection } from './syslog-connection.ts'
import { syslogDestination } from './syslog-destination.ts'

const tenantId = 'ten_a' as TenantId
const host = '127.0.0.1'
const openssl = 'openssl'
const rsyslogd = 'rsyslogd'
const clean: (() => unknown)[] = []
afterEach(async () => {
  for (const end of clean.splice(0).reverse()) await end()
})

async function storeWith(count: number): Promise<Store> {
  const store = createInMemoryStore({ clock: createFixedClock(), sha256 })
  await store.directory.createTenant({ id: tenantId, name: 'A', createdAt: 1 })
  await append(store, count)
  return store
}

interface OtlpBody {
  readonly resourceLogs: { readonly scopeLogs: { readonly logRecords: object[] }[] }[]
}

let nextId = 0
async function append(store: Store, count: number, text = 'é\n\u0000 "x"'): Promise<void> {
  const entries = Array.from({ length: count }, () => {
    nextId += 1
    const fact = { actor: null, action: 'key-refused', target: 'unknown', traceId: null }
    return { ...fact, id: `aud_${nextId}`, at: 1_750_000_000_000 + nextId, details: { text } }
  })
  await store.tenant(tenantId).audit.append(entries)
}

function forwarderTo(store: Store, ...destinations: AuditDestination[]) {
  const forwarder = createAuditForwarder({
    ...{ store, destinations, timers: { every: () => () => undefined } },
    logger: pino({ level: 'silent' }),
  })
  clean.push(() => forwarder.stop())
  return forwarder
}

/** Checks the messages as a receiver can: well-formed, in order, one chain. */
function checkChain(messages: readonly string[]): number[] {
  let previous = chainStart.hash
  return messages.map((text) => {
    const { priority, application, messageId, message } = parseSyslog(text)
    expect([priority, application, messageId]).toEqual([109, 'repertoire', 'key-refused'])
    const { organisation, hash, ...record } = JSON.parse(message)
    expect([organisation, auditHash(sha256, previous, record)]).toEqual([tenantId, hash])
    previous = hash
    return record.seq
  })
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  clean.push(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

/** A server that keeps what it gets. */
function keeping(make: (onSocket: (socket: Socket) => void) => Server) {
  const sockets: Socket[] = []
  let got = Buffer.alloc(0)
  const server = make((socket) => {
    sockets.push(socket)
    clean.push(() => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      got = Buffer.concat([got, bytes])
    })
  })
  return { server, sockets, frames: () => splitFrames(got) }
}

describe('forwarding of the audit log', () => {
  it('sends every entry in order over UDP as messages of RFC 5424', async () => {
    const store = await storeWith(7)
    const socket = createSocket('udp4')
    const messages: string[] = []
    socket.on('message', (bytes) => messages.push(bytes.toString('utf8')))
    socket.bind(0, host)
    await once(socket, 'listening')
    clean.push(() => socket.close())
    const { port } = socket.address()
    await forwarderTo(store, syslogDestination({ transport: 'udp', host, port })).forward()
    await vi.waitFor(() => expect(messages).toHaveLength(7))
    expect(checkChain(messages)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('sends over TCP, continues where it stopped, and repeats nothing', async () => {
    const store = await storeWith(450)
    const { server, frames, sockets } = keeping((onSocket) => createServer(onSocket))
    const port = await listen(server)
    const destination = () => syslogDestination({ transport: 'tcp', host, port })
    const first = forwarderTo(store, destination())
    await first.forward()
    await append(store, 1)
    await first.forward()
    await append(store, 1)
    await forwarderTo(store, destination()).forward()
    await vi.waitFor(() => expect(frames()).toHaveLength(452))
    expect(checkChain(frames()).at(-1)).toBe(452)
    expect(sockets).toHaveLength(2)
  })

  it('leaves nothing out while the server is down, and delays no change', async () => {
    const store = await storeWith(3)
    const free = createServer()
    const port = await listen(free)
    await new Promise((resolve) => free.close(resolve))
    clean.length = 0
    const forwarder = forwarderTo(store, syslogDestination({ transport: 'tcp', host, port }))
    await forwarder.forward()
    await append(store, 2)
    await forwarder.forward()
    const { server, frames } = keeping((onSocket) => createServer(onSocket))
    await listen(server, port)
    await forwarder.forward()
    await vi.waitFor(() => expect(frames()).toHaveLength(5))
    expect(checkChain(frames())).toEqual([1, 2, 3, 4, 5])
  })

  it('leaves the details of an entry out that receivers would cut', async () => {
    const store = await storeWith(0)
    await append(store, 1, 'é'.repeat(9_000))
    const { server, frames } = keeping((onSocket) => createServer(onSocket))
    const port = await listen(server)
    await forwarderTo(store, syslogDestination({ transport: 'tcp', host, port })).forward()
    await vi.waitFor(() => expect(frames()).toHaveLength(1))
    const { message } = parseSyslog(frames()[0] ?? '')
    expect(JSON.parse(message)).toMatchObject({ seq: 1, details: {}, details_omitted: true })
  })

  it('sends log records to an OpenTelemetry collector, again after it refused', async () => {
    const store = await storeWith(3)
    const bodies: { status: number; json: OtlpBody }[] = []
    const answers = [503, 200]
    const server = createHttpServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const status = answers.shift() ?? 200
      bodies.push({ status, json: JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(status).end('{}')
    })
    const port = await listen(server)
    clean.push(() => server.closeAllConnections())
    const url = `http://${host}:${port}/v1/logs`
    const forwarder = forwarderTo(store, otlpDestination({ url, version: '1', headers: {} }))
    await forwarder.forward()
    await forwarder.forward()
    await forwarder.forward()
    expect(bodies.map(({ status }) => status)).toEqual([503, 200])
    expect(bodies[1]?.json.resourceLogs[0]?.scopeLogs[0]?.logRecords).toMatchObject([
      { severityNumber: 10, eventName: 'repertoire.audit.key-refused' },
      {},
      { attributes: [{}, { key: 'repertoire.audit.seq', value: { stringValue: '3' } }, {}] },
    ])
  })
})

describe.skipIf(!isInstalled(openssl, 'version'))('over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syslog-'))
  const [keyFile, caFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  beforeAll(() => {
    execFileSync(
      openssl,
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-days', '2', '-subj', '/CN=log', '-keyout', keyFile, '-out', caFile],
        ...['-addext', `subjectAltName=IP:${host}`],
      ],
      { stdio: 'ignore' },
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('sends to a server with a certificate of a known CA, and to no other', async () => {
    const store = await storeWith(2)
    const identity = { key: readFileSync(keyFile), cert: readFileSync(caFile) }
    const { server, frames } = keeping((onSocket) => createTlsServer(identity, onSocket))
    const port = await listen(server)
    const stranger = createSyslogConnection({ transport: 'tls', host, port })
    await expect(stranger.send(['secret'])).rejects.toThrow(/self-signed/)
    const known = syslogDestination({ transport: 'tls', host, port, caFile })
    await forwarderTo(store, known).forward()
    await vi.waitFor(() => expect(frames()).toHaveLength(2))
    expect(checkChain(frames())).toEqual([1, 2])
  })
})

describe.skipIf(!isInstalled(rsyslogd, '-v'))('rsyslog', () => {
  it('understands every message, over TCP and UDP', { timeout: 30_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rsyslog-'))
    clean.push(() => rmSync(folder, { recursive: true, force: true }))
    const free = createServer()
    free.listen(0, host)
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const log = join(folder, 'log')
    const template = String.raw`%pri%|%app-name%|%msgid%|%msg%\n`
    writeFileSync(
      join(folder, 'conf'),
      `module(load="imtcp") module(load="imudp")
input(type="imtcp" port="${port}" address="${host}") input(type="imudp" port="${port}" address="${host}")
template(name="line" type="string" string="${template}")
*.* action(type="omfile" file="${log}" template="line")
`,
    )
    const args = ['-n', '-f', join(folder, 'conf'), '-i', join(folder, 'pid')]
    const rsyslog = spawn(rsyslogd, args, { stdio: 'ignore' })
    clean.push(() => rsyslog.kill())
    const store = await storeWith(20)
    const tcp = syslogDestination({ transport: 'tcp', host, port })
    const udp = syslogDestination({ transport: 'udp', host, port })
    const forwarder = forwarderTo(store, tcp)
    const lines = () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line.startsWith('109|'))
        : []
    await vi.waitFor(
      async () => {
        await forwarder.forward()
        expect(lines()).toHaveLength(20)
      },
      { timeout: 20_000, interval: 200 },
    )
    await forwarderTo(store, udp).forward()
    await vi.waitFor(() => expect(lines()).toHaveLength(40), { timeout: 10_000 })
    const seqs = lines().map((line) => {
      const [priority, application, messageId, ...message] = line.split('|')
      expect([priority, application, messageId]).toEqual(['109', 'repertoire', 'key-refused'])
      return JSON.parse(message.join('|')).seq
    })
    expect(seqs.slice(0, 20)).toEqual(seqs.slice(20))
  })
})

function isInstalled(program: string, option: string): boolean {
  try {
    execFileSync(program, [option], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
