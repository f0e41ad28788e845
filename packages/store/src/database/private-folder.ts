import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { toFolderProblem } from './database-errors.ts'

/** Makes a folder that only this user may read, if it is not there. */
export async function makePrivate(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700)
  } catch (error) {
    throw toFolderProblem(error, folder)
  }
}

/**
 * Makes a folder, and those above it, if they are not there. Node's `recursive` never returns where a folder is there but
 * takes no entries, such as `/proc`.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (await isFolder(folder)) return
    const parent = dirname(folder)
    if (code !== 'ENOENT' || parent === folder || (await isFolder(parent))) throw error
    await makeFolder(parent, mode)
    await makeFolder(folder, mode)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}
