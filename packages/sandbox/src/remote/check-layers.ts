import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import type { ExecutionRequest } from '../execution/execution.ts'

/**
 * Returns why a layer may not be mounted, or null. Clients name host folders, so only those below the allowed
 * folders are mounted, with links resolved.
 */
export async function findForbiddenLayer(
  layers: ExecutionRequest['layers'],
  folders: readonly string[],
): Promise<string | null> {
  const opened = await Promise.all(folders.map(realPathOf))
  for (const { hostPath } of layers) {
    const real = await realPathOf(hostPath)
    const open = opened.some(
      (folder) => folder && (real === folder || real?.startsWith(folder + sep)),
    )
    if (!open)
      return `This executor does not mount ${JSON.stringify(hostPath)}; allow a parent folder with --layers.`
  }
  return null
}

async function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined)
}
