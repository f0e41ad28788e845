import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Removes a folder whatever a script has made of it: folders without permissions, and paths too long to
 * be named, need `chmod` and `rm`, which walk by descriptor and follow no link.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch {
    await run('chmod', ['-R', 'u+rwX', '--', folder]).catch(() => undefined)
    await run('rm', ['-rf', '--', folder])
  }
}
