import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgres } from '../requirements.mjs'

export { findPostgres }

const run = promisify(execFile)
const startTimeoutMs = 60_000

/** A commit is in the files of the operating system before it is acknowledged: it survives a kill, not a power cut. */
const settings = ['listen_addresses=', 'fsync=off', 'full_page_writes=off', 'max_connections=300']

/**
 * Starts a temporary PostgreSQL server on a socket of its own. As root it runs the server as the user
 * `postgres`, because PostgreSQL refuses to run as root.
 */
export async function startPostgres({ synchronousCommit }) {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  const account = process.getuid?.() === 0 ? accountOfPostgres() : {}
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const options = { ...account, cwd: folder }
  const program = (name, ...args) =>
    run(join(programs, name), args, { ...options, maxBuffer: 1024 * 1024 * 1024 })
  let server
  const end = async (signal) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  const start = async () => {
    const all = [
      ...settings,
      `unix_socket_directories=${folder}`,
      `synchronous_commit=${synchronousCommit ? 'on' : 'off'}`,
    ]
    const args = ['-D', data, ...all.flatMap((setting) => ['-c', setting])]
    const log = openSync(join(folder, 'log'), 'a')
    const deadline = Date.now() + startTimeoutMs
    // Processes of a killed server hold its shared memory for a moment, and a start is refused until they are gone.
    for (;;) {
      const running = server && server.exitCode === null && server.signalCode === null
      if (!running) {
        // A process group of its own: Ctrl-C ends the tests first.
        const how = { ...options, stdio: ['ignore', log, log], detached: true }
        server = spawn(join(programs, 'postgres'), args, how)
      }
      const isReady = program('pg_isready', '-q', '-h', folder).then(
        () => true,
        () => false,
      )
      if (await isReady) return
      if (Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${readFileSync(join(folder, 'log'), 'utf8')}`)
      }
      await wait(50)
    }
  }
  const stop = async () => {
    await end('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await program(
      ...['initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    )
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  const url = (database) => `postgresql:///${database}?host=${folder}&user=postgres`
  return { url, start, stop, program, kill: () => end('SIGKILL') }
}

function accountOfPostgres() {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
  )
  return { uid, gid }
}
