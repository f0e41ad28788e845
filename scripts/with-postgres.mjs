#!/usr/bin/env node
// node scripts/with-postgres.mjs <command> [arguments…]
// Runs a command with a temporary PostgreSQL server: sets TEST_DATABASE_URL and TEST_POSTGRES_PROGRAMS, exits
// with the command's exit code, and removes the server with its data even if the command fails or is interrupted.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { findPostgres, startPostgres } from './postgres/postgres-server.mjs'

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error('usage: node scripts/with-postgres.mjs <command> [arguments…]')
  process.exit(2)
}
if (!findPostgres()) {
  console.error('PostgreSQL is not installed: apt-get install postgresql')
  process.exit(1)
}

const server = await startPostgres({ synchronousCommit: false })
let code = 1
try {
  code = await runCommand(server.url('postgres'))
} finally {
  await server.stop()
}
process.exit(code)

function runCommand(url) {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url, TEST_POSTGRES_PROGRAMS: findPostgres() },
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
