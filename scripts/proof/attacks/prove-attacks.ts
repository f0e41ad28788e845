/**
 * Attacks on a real server. By clients with and without a key: half-sent logins, large bodies and deeply nested ones;
 * memory stays, /healthz answers, and nothing is an internal error. By a webhook whose words make the model send away
 * what it knows. By somebody who writes the database, and by providers and settings that must be refused.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { proveAuditStart } from './audit-start.ts'
import { proveFileLimit } from './empty-files.ts'
import { proveNoExfiltration } from './exfiltration.ts'
import { proveMemoryBack, sendKnownBodies } from './known-clients.ts'
import { probeHealth } from './probe-health.ts'
import { proveRejections } from './rejections.ts'
import { proveUntrustedReads } from './untrusted-reads.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const mebibyte = 1024 * 1024
const maxGrowthBytes = 160 * mebibyte
/** Of the thread that parses, too, which clients without a key cannot start. */
const maxGrowthWithKeyBytes = 240 * mebibyte
/** What a busy machine may take; the target, which is only reported, is 100 ms. */
const maxHealthMs = 1_000
const attackMs = 5_000

export async function proveAttacks(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-attacks-'))
  const server = await startServer({ dataDir, port: await freePort(), key })
  const resident = () => residentBytes(server.pid)
  const before = resident()
  try {
    await underAttack(server, { name: '300 half-sent logins of 2 MiB', attack: halfSentLogins })
    await underAttack(server, {
      name: 'four clients that send 2 MB of JSON as fast as they can',
      attack: largeBodies,
    })
    const withKey: Attack = (url, over) => sendKnownBodies({ url, key }, over)
    await underAttack(server, {
      ...{ name: 'the same with a key', attack: withKey },
      maxGrowth: maxGrowthWithKeyBytes,
    })
    await proveMemoryBack(resident, before, report)
    await deepBodies(server)
    await proveFileLimit({ url: server.url, key }, report)
  } finally {
    await server.kill('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
  await proveNoExfiltration(report)
  await proveUntrustedReads(report)
  await proveAuditStart(report)
  await proveRejections(report)
}

function report(line: string): void {
  process.stdout.write(`  ${line}\n`)
}

type Attack = (url: string, over: AbortSignal) => Promise<void>

interface Flood {
  readonly name: string
  readonly attack: Attack
  readonly maxGrowth?: number
}

async function underAttack(
  server: ServerProcess,
  { name, attack, maxGrowth = maxGrowthBytes }: Flood,
): Promise<void> {
  const before = residentBytes(server.pid)
  const over = AbortSignal.timeout(attackMs)
  const attacking = attack(server.url, over)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes(server.pid))
  }, 20)
  const samples = await probeHealth({ url: server.url, forMs: attackMs })
  await attacking
  clearInterval(watch)
  const sorted = samples.toSorted((one, other) => one - other)
  const p99 = sorted[Math.floor(samples.length * 0.99)] ?? 0
  const growth = peak - before
  process.stdout.write(
    `  ${name}: /healthz p99 ${p99.toFixed(0)} ms of ${samples.length} (target 100), memory +${Math.round(growth / mebibyte)} MiB\n`,
  )
  assert.ok(growth < maxGrowth, `memory grew by ${growth} bytes`)
  assert.ok(p99 < maxHealthMs, `/healthz took ${p99} ms`)
}

async function halfSentLogins(url: string, over: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(url)
  const head = `POST /api/v1/session HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${2 * mebibyte}\r\n\r\n`
  const half = Buffer.alloc(mebibyte, 0x20)
  const sockets = Array.from({ length: 300 }, () => {
    const socket: Socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write(head)
    socket.write(half)
    return socket
  })
  await new Promise((resolve) => over.addEventListener('abort', resolve))
  for (const socket of sockets) socket.destroy()
}

async function largeBodies(url: string, over: AbortSignal): Promise<void> {
  const body = `{"api_key":"${'x'.repeat(2 * 1024 * 1024 - 20)}"}`
  const send = async () => {
    while (!over.aborted) {
      const headers = { 'content-type': 'application/json' }
      const sent = fetch(`${url}/api/v1/session`, { method: 'POST', headers, body })
      const status = await sent.then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        // The server may close the connection before the whole body was sent.
        () => 413,
      )
      assert.equal(status, 413)
    }
  }
  await Promise.all(Array.from({ length: 4 }, send))
}

async function deepBodies({ url }: ServerProcess): Promise<void> {
  const routes = ['session', 'skills', 'agents', 'imports', 'conversations', 'keys', 'members']
  const body = `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`
  const statuses = await Promise.all(
    routes.map(async (route) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
      const answer = await fetch(`${url}/api/v1/${route}`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  // The login refuses the length before anything else.
  assert.deepEqual(statuses, [413, 400, 400, 400, 400, 400, 400])
  process.stdout.write('  bodies nested 8,000 deep are refused before they are parsed\n')
}

function residentBytes(pid: number): number {
  const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]
  return Number(pages) * 4096
}
