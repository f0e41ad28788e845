import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Timestamp } from '@repertoire/core/base'
import { storedPrecision } from '@repertoire/core/ports'
import { toFolderProblem } from '../database/database-errors.ts'

const write = promisify(fs.writeFile)
const sync = promisify(fs.fsync)

/** Of the account that runs the server alone: contents may be private. */
const fileMode = 0o600
const folderMode = 0o700
/** Bytes up to which a file is written at once: what the cache of the disk takes in less time than a thread needs to begin. */
const maxBytesAtOnce = 256 * 1024

export interface FileToWrite {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface AtomicWrite {
  /** The time that the files get. */
  readonly now: Timestamp
  /** Told of each folder that gets a name. */
  readonly markFolder: (folder: string) => void
}

interface TemporaryFile {
  readonly path: string
  readonly temporary: string
  readonly descriptor: number
  isOpen: boolean
}

/**
 * Writes temporary files, syncs them and renames them: a crash leaves of each file the whole or only the temporary one.
 * Their names are durable after {@link syncFolder}. Only what waits for the disk leaves the event loop: at thousands of
 * small files, the way to a thread and back costs twice as much as the calls.
 */
export async function writeFilesAtomically(
  files: readonly FileToWrite[],
  { now, markFolder }: AtomicWrite,
): Promise<void> {
  const written: TemporaryFile[] = []
  let folder = ''
  try {
    for (const { path, bytes } of files) {
      folder = dirname(path)
      const file = openTemporary(path)
      written.push(file)
      await writeWhole(file.descriptor, bytes)
      if (!isAbout(now)) fs.futimesSync(file.descriptor, now / 1000, now / 1000)
    }
    await syncAll(written)
    for (const file of written) {
      folder = dirname(file.path)
      close(file)
      // Before, for whoever finds the file; after, for a sync that ran meanwhile.
      markFolder(folder)
      fs.renameSync(file.temporary, file.path)
      markFolder(folder)
    }
  } catch (error) {
    for (const file of written) removeTemporary(file)
    throw toFolderProblem(error, folder)
  }
}

function openTemporary(path: string): TemporaryFile {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  const open = () => ({
    ...{ path, temporary, isOpen: true },
    descriptor: fs.openSync(temporary, 'wx', fileMode),
  })
  try {
    return open()
  } catch (error) {
    // Only the first blob of a folder finds none.
    if (!isNotFound(error)) throw error
    fs.mkdirSync(folder, { recursive: true, mode: folderMode })
    return open()
  }
}

async function writeWhole(descriptor: number, bytes: Uint8Array): Promise<void> {
  if (bytes.length > maxBytesAtOnce) await write(descriptor, bytes)
  else fs.writeFileSync(descriptor, bytes)
}

/** None is being synced any more when it throws: a descriptor may be closed then. */
async function syncAll(files: readonly TemporaryFile[]): Promise<void> {
  const ends = await Promise.allSettled(files.map(({ descriptor }) => sync(descriptor)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

function close(file: TemporaryFile): void {
  file.isOpen = false
  fs.closeSync(file.descriptor)
}

/** Absent where it was renamed. */
function removeTemporary(file: TemporaryFile): void {
  try {
    if (file.isOpen) close(file)
    fs.rmSync(file.temporary, { force: true })
  } catch {
    // The first error is the one to tell.
  }
}

/** The time that a new file has by itself. */
function isAbout(time: Timestamp): boolean {
  return Math.abs(Date.now() - time) < storedPrecision / 100
}

/** The names in it are durable. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const descriptor = fs.openSync(folder, 'r')
    try {
      await sync(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
  } catch (error) {
    throw toFolderProblem(error, folder)
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
