import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { defaultLimits } from '../execution/default-limits.ts'
import { type ExecutionRequest, type Sandbox, SandboxRejection } from '../execution/execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'

/**
 * A script that attempts what must fail: each field is `yes` if it was possible. `workspace` must be possible,
 * so that a script that can do nothing proves nothing.
 */
const attempts = `
const fs = require('node:fs'), net = require('node:net')
const [file, folder, port, socket] = process.argv.slice(2)
const can = (what) => { try { what(); return 'yes' } catch { return 'no' } }
const reach = (where) => new Promise((resolve) => {
  try {
    const connection = net.connect(where)
    connection.setTimeout(3000, () => resolve('no'))
    connection.once('connect', () => resolve('yes')).once('error', () => resolve('no'))
  } catch { resolve('no') }
})
Promise.all([reach({ port: Number(port), host: '127.0.0.1' }), reach({ path: socket })]).then(([network, local]) => {
  console.log(JSON.stringify({
    workspace: can(() => fs.writeFileSync('made', 'x')),
    read: can(() => fs.readFileSync(file)), list: can(() => fs.readdirSync(folder)),
    beside: can(() => { if (!fs.readdirSync(require('node:path').dirname(folder)).includes('outside')) throw 0 }),
    write: can(() => fs.writeFileSync(folder + '/made', 'x')), network, local,
  }))
  process.exit()
})`

const breaches: Readonly<Record<string, string>> = {
  read: 'read a file outside',
  list: 'list a folder outside',
  beside: 'see what is beside its own folder',
  write: 'write outside',
  network: 'reach this machine by network',
  local: 'reach a socket of this machine',
}

/**
 * Runs one job that tries to read, write and connect where it must not, although the file permissions allow it.
 * Returns the empty string when all attempts fail, otherwise what is wrong.
 */
export async function findViolations(sandbox: Sandbox, baseFolder: string): Promise<string> {
  const outside = join(baseFolder, 'outside')
  // Socket paths are limited to about a hundred characters, which folders of macOS exceed.
  const short = await mkdtemp('/tmp/repertoire-')
  const servers: Server[] = []
  try {
    await mkdir(outside)
    await chmod(outside, 0o777)
    await chmod(short, 0o711)
    await writeFile(join(outside, 'file'), 'outside', { mode: 0o644 })
    const port = await listen(servers, 0)
    const path = join(short, 'socket')
    await listen(servers, path)
    await chmod(path, 0o777)
    return await runAttempts(sandbox, [join(outside, 'file'), outside, port, path])
  } catch (error) {
    return `The isolation check failed: ${String(error)}`
  } finally {
    for (const server of servers) server.close()
    await removeFolder(short)
  }
}

async function runAttempts(sandbox: Sandbox, args: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await sandbox.execute(requestOf('node', attempts, args))
    const text = Buffer.from(stdout).toString()
    if (text === '')
      return `Node does not run in the sandbox: ${Buffer.from(stderr).toString().trim()}`
    return describeViolations(JSON.parse(text))
  } catch (error) {
    return error instanceof SandboxRejection ? error.message : String(error)
  }
}

/** Describes the attempts that succeeded. */
export function describeViolations(found: Readonly<Record<string, string>>): string {
  if (found.workspace !== 'yes') return 'A script cannot write its own workspace.'
  const open = Object.entries(breaches).filter(([name]) => found[name] !== 'no')
  if (open.length === 0) return ''
  return `It does not isolate here: a script could ${open.map(([, what]) => what).join(', ')}.`
}

export function requestOf(
  runtime: ExecutionRequest['runtime'],
  script: string,
  args: readonly string[] = [],
): ExecutionRequest {
  const entry = runtime === 'node' ? 'try.cjs' : 'try'
  return {
    ...{ runtime, entry, args, stdin: new Uint8Array(), workspace: [], env: {}, layers: [] },
    files: [{ path: entry, bytes: Buffer.from(script), executable: false }],
    limits: { ...defaultLimits, wallMs: 15_000 },
    queueKey: '',
  }
}

function listen(servers: Server[], where: number | string): Promise<string> {
  const server = createServer((socket) => socket.destroy())
  servers.push(server)
  return new Promise((resolve, reject) => {
    const onListening = (): void => {
      const address = server.address()
      resolve(typeof address === 'object' ? String(address?.port) : '')
    }
    server.once('error', reject)
    if (typeof where === 'number') server.listen(where, '127.0.0.1', onListening)
    else server.listen(where, onListening)
  })
}
