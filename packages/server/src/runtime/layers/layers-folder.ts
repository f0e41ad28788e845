import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The folder of layers: `layers` in the data folder. A server started as root runs scripts under another
 * account, which has to reach the layers, so they are in `/var/cache` when that account cannot pass through the
 * data folder.
 */
export function layersFolder(dataDir: string, given: string | undefined): string {
  if (given !== undefined) return given
  if (process.getuid?.() !== 0 || isOpenToAll(dataDir)) return join(dataDir, 'layers')
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join('/var/cache', `repertoire-layers-${name}`)
}

/** Whether every account may pass through all existing folders of the path. */
function isOpenToAll(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const mode = statSync(at, { throwIfNoEntry: false })?.mode
    if (mode !== undefined && (mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
