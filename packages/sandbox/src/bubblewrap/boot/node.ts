/**
 * Waits in a warm Node for its one job, then starts the script as Node itself does: CommonJS, ES modules and
 * TypeScript by Node's rules, as the main module, without extra stack frames. A job that changes how Node starts gets a
 * new one.
 */
export const nodeStartup = `'use strict'
const fs = require('node:fs')
const Module = require('node:module')
for (const name of ['path', 'url', 'util', 'events', 'stream', 'buffer', 'crypto', 'os', 'child_process',
  'fs/promises', 'readline', 'zlib', 'timers/promises', 'assert', 'string_decoder', 'querystring'])
  require('node:' + name)

function receive() {
  fs.writeSync(3, 'R')
  const chunks = []
  for (;;) {
    const chunk = Buffer.alloc(65536)
    const length = fs.readSync(3, chunk)
    if (length === 0) process.reallyExit(125)
    chunks.push(chunk.subarray(0, length))
    if (chunk[length - 1] === 10) break
  }
  fs.closeSync(3)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function prepare({ entry, args, env, fresh }) {
  const { execPath, execArgv } = process
  if (fresh) process.execve(execPath, [execPath, ...execArgv, entry, ...args], env)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.argv = [process.execPath, entry, ...args]
  process.execArgv = []
  delete require.cache[__filename]
  return entry
}

void import('node:fs').then(() => setImmediate(Module.runMain, prepare(receive())))
`
