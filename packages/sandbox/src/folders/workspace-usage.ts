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
  /** True when a folder cannot be read, so that its size is unknown. */
  readonly unreadable: boolean
}

const slash = Buffer.from('/')
const yieldEvery = 200
/** O_PATH, missing in Node's constants: a descriptor that needs no read permission. */
const pathOnly = 0o10000000

/**
 * Measures a folder while it is being written, and stops at the first exceeded limit. Yields to the event loop
 * every few hundred entries.
 */
export async function workspaceUsage(
  folder: string,
  max: { readonly bytes: number; readonly entries: number },
): Promise<WorkspaceUsage> {
  const folders = [Buffer.from(folder)]
  let bytes = 0
  let entries = 0
  for (let next = folders.pop(); next; next = folders.pop()) {
    const names = listNames(next)
    if (names === 'unreadable') return { bytes, entries, unreadable: true }
    for (const name of names) {
      const path = Buffer.concat([next, slash, name])
      const found = statOrUnreadable(path)
      if (found === 'unreadable') return { bytes, entries, unreadable: true }
      if (found === undefined) continue
      entries += 1
      bytes += Math.max(found.size, found.blocks * 512)
      if (found.isDirectory()) folders.push(path)
      if (bytes > max.bytes || entries > max.entries) return { bytes, entries, unreadable: false }
      if (entries % yieldEvery === 0) await new Promise(setImmediate)
    }
  }
  return { bytes, entries, unreadable: false }
}

/** Bytes of deleted files that are still open, which no folder lists. */
export async function deletedBytes(processFolders: readonly string[]): Promise<number> {
  const seen = new Map<string, number>()
  for (const folder of processFolders) {
    for (const descriptor of listOrEmpty(`${folder}/fd`)) {
      const found = await stat(`${folder}/fd/${descriptor}`).catch(() => undefined)
      if (found?.isFile() && found.nlink === 0)
        seen.set(`${found.dev}:${found.ino}`, found.blocks * 512)
    }
  }
  return [...seen.values()].reduce((total, bytes) => total + bytes, 0)
}

function statOrUnreadable(path: Buffer): Stats | 'unreadable' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return 'unreadable'
  }
}

function listNames(folder: Buffer): Buffer[] | 'unreadable' {
  for (const last of [false, true]) {
    try {
      return readdirSync(folder, { encoding: 'buffer' })
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ENOENT' || code === 'ENOTDIR') return []
      if (last || code !== 'EACCES' || !restoreAccess(folder)) return 'unreadable'
    }
  }
  return 'unreadable'
}

/** Restores the owner's permissions that a script removed; by descriptor, so that no link is followed. */
function restoreAccess(folder: Buffer): boolean {
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

function listOrEmpty(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
