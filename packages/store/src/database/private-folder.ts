import { mkdir } from 'node:fs/promises'
import { toFolderProblem } from './database-errors.ts'

/** Makes a folder that only this user may read, if it is not there. */
export async function makePrivate(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw toFolderProblem(error, folder)
  }
}
