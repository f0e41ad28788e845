import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from './remove-folder.ts'

/**
 * Makes the folder of this process, below one that all processes of this user share, and removes what
 * processes left there that are no more. Throws when the shared folder is somebody else's.
 */
export async function makeBaseFolder(parent: string = tmpdir()): Promise<string> {
  const shared = join(parent, `repertoire-sandbox-${process.getuid?.() ?? 'user'}`)
  mkdirSync(shared, { recursive: true, mode: 0o711 })
  const { uid, mode } = lstatSync(shared)
  if (!lstatSync(shared).isDirectory() || uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${shared} belongs to somebody else or can be written by others; remove it.`)
  await sweep(shared)
  const folder = join(shared, `${ownName()}-${randomBytes(8).toString('hex')}`)
  mkdirSync(folder)
  // Entered by the account that runs scripts, listed by nobody but us.
  chmodSync(folder, 0o711)
  return folder
}

/** Removes the folders of processes that are gone. Those of another process namespace cannot be told. */
async function sweep(shared: string): Promise<void> {
  const [namespace] = ownName().split('-')
  for (const name of readdirSync(shared)) {
    const [owner, pid, started] = name.split('-')
    if (owner !== namespace || startOf(Number(pid)) === started) continue
    await removeFolder(join(shared, name))
  }
}

/** Namespace, number and start of this process: together never another's, even when numbers come again. */
function ownName(): string {
  return `${processNamespace()}-${process.pid}-${startOf(process.pid)}`
}

function processNamespace(): string {
  if (process.platform !== 'linux') return 'host'
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 'host'
}

/** When a process was started, in ticks since the machine was; undefined when there is none. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startOnLinux(pid)
  return isThere(pid) ? 'started' : undefined
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Dead, only not buried yet.
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** Where no start can be asked for, a number that came again keeps a folder longer than it need be. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
