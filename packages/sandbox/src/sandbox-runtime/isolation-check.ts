import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type ExecutionRequest, type Sandbox, SandboxRefusal } from '../execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { defaultLimits } from '../limits.ts'

/**
 * Tries what must fail, from inside: each field tells `yes` when it was possible. `workspace` is what has to
 * be possible, so that a script that could do nothing at all is no proof of anything.
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
 * Runs one job that tries to read, write and connect where it must not, though the permissions of the files
 * would let it. The empty string when it can do none of it; else what is wrong, as a sentence.
 */
export async function whatIsOpen(sandbox: Sandbox, baseFolder: string): Promise<string> {
  const outside = join(baseFolder, 'outside')
  // The path of a socket may not be longer than a hundred characters, which folders of macOS are.
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
    return await judge(sandbox, [join(outside, 'file'), outside, port, path])
  } catch (error) {
    return `What it isolates from cannot be tried: ${String(error)}`
  } finally {
    for (const server of servers) server.close()
    await removeFolder(short)
  }
}

async function judge(sandbox: Sandbox, args: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await sandbox.execute(requestOf('node', attempts, args))
    const text = Buffer.from(stdout).toString()
    if (text === '') return `Node does not run in it: ${Buffer.from(stderr).toString().trim()}`
    return verdictOf(JSON.parse(text))
  } catch (error) {
    return error instanceof SandboxRefusal ? error.message : String(error)
  }
}

/** From what was possible inside. */
export function verdictOf(found: Readonly<Record<string, string>>): string {
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
    const told = (): void => {
      const address = server.address()
      resolve(typeof address === 'object' ? String(address?.port) : '')
    }
    server.once('error', reject)
    if (typeof where === 'number') server.listen(where, '127.0.0.1', told)
    else server.listen(where, told)
  })
}
