import { lstat, mkdir, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CommandError } from '../command/exit-codes.ts'
import type { SyncPlace } from './client-folders.ts'
import { lockPath, stageFolder, undoFolder } from './sync-state.ts'

/**
 * Throws CommandError where a folder between the base and what a sync writes is a link or no folder: it could lead
 * anywhere. The base itself may be a link; the person named it.
 */
export async function checkFolders(place: SyncPlace): Promise<void> {
  const base = await lstatOrNothing(`${place.base}${sep}.`)
  if (!base?.isDirectory()) throw new CommandError(`There is no folder ${place.base}.`)
  for (const folder of [place.skills, stageFolder(place), undoFolder(place)]) {
    let at = place.base
    for (const part of relative(place.base, folder).split(sep)) {
      at = join(at, part)
      const found = await lstatOrNothing(at)
      if (!found) break
      if (found.isDirectory()) continue
      const what = found.isSymbolicLink() ? 'is a link' : 'is no folder'
      throw new CommandError(
        `${at} ${what}, and nothing is written through it.`,
        'Name the project that has the folder itself, or make it one.',
      )
    }
  }
  const lock = await lstatOrNothing(lockPath(place))
  if (lock && !lock.isFile()) throw new CommandError(`${lockPath(place)} is no file.`)
}

/** The entries of the folder of skills; none without it. */
export async function entriesOf({ skills }: SyncPlace): Promise<ReadonlySet<string>> {
  return new Set(await readdir(skills).catch(() => []))
}

export async function makeFolders(place: SyncPlace): Promise<void> {
  for (const folder of [place.skills, stageFolder(place), undoFolder(place)]) {
    await mkdir(folder, { recursive: true })
  }
}

async function lstatOrNothing(path: string) {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new CommandError(`${path} could not be read (${error.code}).`)
  })
}
