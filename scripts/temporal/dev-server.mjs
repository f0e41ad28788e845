import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findTemporal } from './temporal-program.mjs'

const maxStarts = 5
const startTimeoutMs = 60_000

/**
 * Starts a real Temporal server on a free port of this machine, with its data in a temporary folder. Resolves
 * once it serves the namespace `default`.
 */
export async function startTemporalServer() {
  const program = findTemporal()
  if (!program) throw new Error('Temporal is not installed: node scripts/temporal/install.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'temporal-'))
  let address
  let server
  const kill = async () => {
    const running = server.exitCode === null && server.signalCode === null
    if (running && server.kill('SIGKILL')) await once(server, 'close')
  }
  const stop = async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  const start = async () => {
    server = spawn(program, serverArguments(address, folder), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, HOME: folder },
    })
    const problem = await problemOfStart(server, () => isServing(program, address))
    if (problem === undefined) return
    await stop()
    throw new Error(`The Temporal server did not start:\n${problem}`)
  }
  await startOnFreePort(async () => {
    mkdirSync(folder, { recursive: true })
    address = `127.0.0.1:${await freePort()}`
    await start()
  })
  return {
    address,
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
    kill,
    start,
    stop,
    temporal: (...args) => temporal(program, [...args, '--address', address]),
  }
}

/** Another program may take a port that was free a moment ago. */
async function startOnFreePort(start) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (attempt >= maxStarts || !String(error).includes('address already in use')) throw error
    }
  }
}

/** Undefined once it serves. */
async function problemOfStart(server, isUp) {
  let errors = ''
  server.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  const deadline = Date.now() + startTimeoutMs
  while (!(await isUp())) {
    if (server.exitCode !== null || Date.now() > deadline) return errors
    await wait(100)
  }
  return undefined
}

function serverArguments(address, folder) {
  const port = address.slice(address.indexOf(':') + 1)
  const options = ['--headless', '--ip', '127.0.0.1', '--port', port]
  return [
    'server',
    'start-dev',
    ...options,
    '--db-filename',
    join(folder, 'temporal.db'),
    '--log-level',
    'error',
  ]
}

async function isServing(program, address) {
  const options = ['operator', 'namespace', 'describe', '-n', 'default', '--address', address]
  const child = spawn(program, options, { stdio: 'ignore' })
  const [code] = await once(child, 'close')
  return code === 0
}

/** The output of the command line of Temporal. */
function temporal(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`temporal ${args.join(' ')} failed: ${stderr}`)
  return stdout
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
