import { relative } from 'node:path'

const closed = 0o700
/** Others may pass through it to what they are told the path of, and see nothing. */
const passable = 0o711

export interface DataFolderUse {
  readonly dataDir: string
  readonly layersDir: string
  readonly isRoot: boolean
}

/**
 * The mode of the data folder. A server started as root runs scripts under another account, which has to reach
 * dependency layers inside it; everything else inside is closed by its own mode.
 */
export function dataFolderMode({ dataDir, layersDir, isRoot }: DataFolderUse): number {
  const path = relative(dataDir, layersDir)
  const isInside = path !== '' && !path.startsWith('..') && !path.startsWith('/')
  return isRoot && isInside ? passable : closed
}
