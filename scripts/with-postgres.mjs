#!/usr/bin/env node
// node scripts/with-postgres.mjs <command> [arguments…]
// Runs a command with a temporary PostgreSQL server: sets TEST_DATABASE_URL, exits with the command's exit
// code, and removes the server with its data even if the command fails or is interrupted. As root it runs the
// server as the user `postgres`, because PostgreSQL refuses to run as root.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from './requirements.mjs'

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error('usage: node scripts/with-postgres.mjs <command> [arguments…]')
  process.exit(2)
}

const programs = findPostgres()
if (!programs) {
  console.error('PostgreSQL is not installed: apt-get install postgresql')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
const data = join(folder, 'data')
let code = 1
try {
  startServer()
  code = await runCommand()
} finally {
  stopServer()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

function startServer() {
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
    )
    chownSync(folder, uid, gid)
  }
  postgres('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const settings = [
    "listen_addresses=''",
    `unix_socket_directories='${folder}'`,
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
  ]
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  postgres('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '-w', 'start')
}

function stopServer() {
  if (!existsSync(join(data, 'postmaster.pid'))) return
  postgres('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
}

function postgres(program, ...options) {
  const path = join(programs, program)
  const [file, ...rest] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', path] : [path]
  execFileSync(file, [...rest, ...options], { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
}

function runCommand() {
  const url = `postgresql:///postgres?host=${folder}&user=postgres`
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(127)
    })
    child.on('exit', (status, signal) =>
      resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })
}
