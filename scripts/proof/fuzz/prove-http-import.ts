import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { hostileArchive } from './hostile-archive.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

/** Sends the same archives to a real server: it answers each, and stores only its own files. */
export async function proveHttpImport(seed: number, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-fuzz-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const server = await startServer({ dataDir, port: await freePort(), key })
  try {
    const statuses = new Map<number, number>()
    for (let index = 0; index < count; index++) {
      const status = await send(server, hostileArchive(seed, index), index)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.ok((await fetch(`${server.url}/readyz`)).ok, 'the server is ready afterwards')
    assert.deepEqual(readdirSync(folder), ['data'], 'nothing is stored outside the data folder')
    const blobs = checkDataFolder(dataDir)
    const answers = [...statuses].toSorted().map(([status, times]) => `${times} × ${status}`)
    process.stdout.write(
      `${count} of them imported over HTTP: ${answers.join(', ')}; the server stays ready, and its ` +
        `data folder contains its database and ${blobs} files named by their own digest` +
        `${peakMemoryOf(server.pid)}\n`,
    )
  } finally {
    await server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function send(server: ServerProcess, bytes: Uint8Array, index: number): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/skills/import?filename=${index}.zip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/zip' },
    body: new Uint8Array(bytes),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  assert.ok(response.status < 500, `archive ${index} returned ${response.status}: ${text}`)
  JSON.parse(text)
  return response.status
}

/** Every file in a subfolder is a blob named by its digest; at the top are only the server's own files. */
function checkDataFolder(dataDir: string): number {
  let blobs = 0
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const label = relative(dataDir, file)
    assert.ok(entry.isFile() || entry.isDirectory(), `${label} is a file or a folder`)
    if (entry.isDirectory() || entry.parentPath === dataDir) continue
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    assert.equal(entry.name, digest, `${label} is a blob`)
    blobs += 1
  }
  const own = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { name } of own) assert.match(name, /^(?:repertoire\.db|[a-z.-]+)(?:-wal|-shm)?$/)
  return blobs
}

/** The peak memory of the process, which only Linux reports. */
function peakMemoryOf(pid: number): string {
  if (process.platform !== 'linux') return ''
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return peak ? `; its peak memory was ${Math.round(Number(peak[1]) / 1024)} MiB` : ''
}
