// npm run dev: serves the page from its sources and restarts the server when one of its sources is saved. The
// page's URL is the only one to open; API requests are forwarded.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createListener } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer } from 'vite'
import { exitLike } from './launch/run-child.mjs'
import { root } from './launch/workspace.mjs'

const options = { port: { type: 'string', default: '4173' }, data: { type: 'string' } }
const { values } = parseArgs({ options })

const api = `http://127.0.0.1:${await freePort()}`
process.env.REPERTOIRE_URL = api
const page = await createServer({
  root: join(root, 'packages/console'),
  logLevel: 'warn',
  clearScreen: false,
  server: { port: Number(values.port) },
})
await page.listen()
const server = startServer(new URL(page.resolvedUrls.local[0]).origin)

let isAskedToStop = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isAskedToStop = true
    server.kill('SIGTERM')
  })
const [code, signal] = await once(server, 'exit')
await page.close()
// A server that is stopped while it restarts ends in other ways.
exitLike(isAskedToStop ? { code: 0 } : { code, signal })

/** Starts the server, with its own URL replaced by the page's in its output. */
function startServer(pageUrl) {
  const main = join(root, 'packages/server/src/main.ts')
  const flags = ['--watch', '--watch-preserve-output', '--conditions=repertoire-source']
  const data = values.data === undefined ? [] : ['--data', values.data]
  const args = [...flags, main, '--port', new URL(api).port, ...data]
  // Its output is a pipe for the server, and still a person reads it.
  const env = { REPERTOIRE_LOGIN_LINK: 'on', ...process.env }
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, args, { cwd: root, env, stdio })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text.replaceAll(api, pageUrl))
  })
  return child
}

async function freePort() {
  const listener = createListener().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address()
  listener.close()
  await once(listener, 'close')
  return port
}
