import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import type { ExecutionRequest } from '../execution.ts'

/**
 * Why a layer may not be mounted; null when all may. A client names folders of this machine, so only those
 * below folders that were opened for it are mounted, wherever links lead.
 */
export async function wrongLayer(
  layers: ExecutionRequest['layers'],
  folders: readonly string[],
): Promise<string | null> {
  const opened = await Promise.all(folders.map(whereItIs))
  for (const { hostPath } of layers) {
    const real = await whereItIs(hostPath)
    const open = opened.some(
      (folder) => folder && (real === folder || real?.startsWith(folder + sep)),
    )
    if (!open)
      return `This executor does not mount ${JSON.stringify(hostPath)}; open a folder around it with --layers.`
  }
  return null
}

async function whereItIs(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined)
}
