import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Removes a folder whatever a script has made of it. Folders without permissions and paths that are too long
 * need `chmod` and `rm`, which walk by descriptor and follow no links.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    await run('chmod', ['-R', 'u+rwX', '--', folder]).catch(() => undefined)
    await run('rm', ['-rf', '--', folder])
  }
}
