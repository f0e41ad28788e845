import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs'
import { stat } from 'node:fs/promises'

export interface WorkspaceUsage {
  readonly bytes: number
  readonly entries: number
  /** There is a place that cannot be looked into, so that nobody knows what it holds. */
  readonly hidden: boolean
}

const slash = Buffer.from('/')
const pause = 200
/** O_PATH, which Node does not name: a descriptor that needs no permission to read. */
const pathOnly = 0o10000000

/**
 * Measures a folder that is being written, and stops at the first limit it finds passed. Gives others a
 * turn every few hundred entries.
 */
export async function workspaceUsage(
  folder: string,
  most: { readonly bytes: number; readonly entries: number },
): Promise<WorkspaceUsage> {
  const folders = [Buffer.from(folder)]
  let bytes = 0
  let entries = 0
  for (let next = folders.pop(); next; next = folders.pop()) {
    const names = namesIn(next)
    if (names === 'hidden') return { bytes, entries, hidden: true }
    for (const name of names) {
      const path = Buffer.concat([next, slash, name])
      const found = look(path)
      if (found === 'hidden') return { bytes, entries, hidden: true }
      if (found === undefined) continue
      entries += 1
      bytes += Math.max(found.size, found.blocks * 512)
      if (found.isDirectory()) folders.push(path)
      if (bytes > most.bytes || entries > most.entries) return { bytes, entries, hidden: false }
      if (entries % pause === 0) await new Promise(setImmediate)
    }
  }
  return { bytes, entries, hidden: false }
}

/** Bytes of files that were deleted but are still open, which no folder shows. */
export async function deletedBytes(processFolders: readonly string[]): Promise<number> {
  const seen = new Map<string, number>()
  for (const folder of processFolders) {
    for (const descriptor of listed(`${folder}/fd`)) {
      const found = await stat(`${folder}/fd/${descriptor}`).catch(() => undefined)
      if (found?.isFile() && found.nlink === 0)
        seen.set(`${found.dev}:${found.ino}`, found.blocks * 512)
    }
  }
  return [...seen.values()].reduce((total, bytes) => total + bytes, 0)
}

function look(path: Buffer): Stats | 'hidden' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return 'hidden'
  }
}

function namesIn(folder: Buffer): Buffer[] | 'hidden' {
  for (const last of [false, true]) {
    try {
      return readdirSync(folder, { encoding: 'buffer' })
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ENOENT' || code === 'ENOTDIR') return []
      if (last || code !== 'EACCES' || !openUp(folder)) return 'hidden'
    }
  }
  return 'hidden'
}

/** Gives us, the owner, the permissions a script took away; by descriptor, so that no link is followed. */
function openUp(folder: Buffer): boolean {
  try {
    const { O_DIRECTORY, O_NOFOLLOW } = constants
    const descriptor = openSync(folder, pathOnly | O_DIRECTORY | O_NOFOLLOW)
    try {
      chmodSync(`/proc/self/fd/${descriptor}`, fstatSync(descriptor).mode | 0o700)
      return true
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return false
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
