import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { storedPrecision, type Timestamp } from '@repertoire/core'
import { toFolderProblem } from '../database/database-errors.ts'

// Plain descriptors: at thousands of files the handles of `fs/promises` cost the event loop twice as much.
const open = promisify(fs.open)
const write = promisify(fs.writeFile)
const setTimes = promisify(fs.futimes)
const sync = promisify(fs.fsync)
const close = promisify(fs.close)
const rename = promisify(fs.rename)
const makeFolder = promisify(fs.mkdir)
const remove = promisify(fs.rm)

export interface FileToWrite {
  readonly bytes: Uint8Array
  readonly now: Timestamp
  readonly markFolder: () => void
}

/**
 * Writes a temporary file, syncs it and renames it: a crash leaves the whole file or only the temporary one. Its name is
 * durable after {@link syncFolder}.
 */
export async function writeFileAtomically(
  path: string,
  { bytes, now, markFolder }: FileToWrite,
): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    const writeWhole = () =>
      withFile(temporary, 'wx', async (file) => {
        await write(file, bytes)
        if (!isAbout(now)) await setTimes(file, now / 1000, now / 1000)
        await sync(file)
      })
    // Only the first blob of a folder finds none.
    await writeWhole().catch(async (error: unknown) => {
      if (!isNotFound(error)) throw error
      await makeFolder(folder, { recursive: true })
      await writeWhole()
    })
    // Before, for whoever finds the file; after, for a sync that ran meanwhile.
    markFolder()
    await rename(temporary, path)
    markFolder()
  } catch (error) {
    await remove(temporary, { force: true }).catch(() => undefined)
    throw toFolderProblem(error, folder)
  }
}

/** The time that a new file has by itself. */
function isAbout(time: Timestamp): boolean {
  return Math.abs(Date.now() - time) < storedPrecision / 100
}

/** The names in it are durable. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await withFile(folder, 'r', sync)
  } catch (error) {
    throw toFolderProblem(error, folder)
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function withFile(
  path: string,
  flags: string,
  work: (file: number) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags)
  try {
    await work(file)
  } finally {
    await close(file)
  }
}
