import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from './remove-folder.ts'

/**
 * Creates this process' folder below one that all processes of this user share, and removes the folders of
 * exited processes. Throws when the shared folder belongs to another user.
 */
export async function makeBaseFolder(parent: string = tmpdir()): Promise<string> {
  const shared = join(parent, `repertoire-sandbox-${process.getuid?.() ?? 'user'}`)
  mkdirSync(shared, { recursive: true, mode: 0o711 })
  const { uid, mode } = lstatSync(shared)
  if (!lstatSync(shared).isDirectory() || uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${shared} belongs to another user or is writable by others; remove it.`)
  await removeOrphans(shared)
  const folder = join(shared, `${processKey()}-${randomBytes(8).toString('hex')}`)
  mkdirSync(folder)
  // The script user may enter it; only its owner may list it.
  chmodSync(folder, 0o711)
  return folder
}

/** Removes the folders of exited processes. Those of another PID namespace cannot be identified. */
async function removeOrphans(shared: string): Promise<void> {
  const [namespace] = processKey().split('-')
  for (const name of readdirSync(shared)) {
    const [owner, pid, started] = name.split('-')
    if (owner !== namespace || startTimeOf(Number(pid)) === started) continue
    await removeFolder(join(shared, name))
  }
}

/** PID namespace, PID and start time of this process: unique even when PIDs are reused. */
function processKey(): string {
  return `${processNamespace()}-${process.pid}-${startTimeOf(process.pid)}`
}

function processNamespace(): string {
  if (process.platform !== 'linux') return 'host'
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 'host'
}

/** The start time of a process in ticks since boot; undefined when it does not exist. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startTimeOnLinux(pid)
  return isAlive(pid) ? 'started' : undefined
}

function startTimeOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie counts as exited.
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** Without start times, a reused PID keeps a folder longer than necessary. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
