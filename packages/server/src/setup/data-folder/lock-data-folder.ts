import { setTimeout } from 'node:timers/promises'
import { ProblemError } from '@repertoire/core/base'
import { type FolderLock, lockFolder } from '@repertoire/store'
import { readLocalUrl } from '../../identity/auth/local-credential.ts'
import type { Config } from '../config/config.ts'

/** A server that is being replaced has so long to end. */
const tries = 50
const betweenMs = 100

/**
 * Keeps other servers off a folder with an SQLite database until it is released. Undefined where the data is in PostgreSQL,
 * which servers share. Throws ProblemError `data.folder-in-use`.
 */
export async function lockDataFolder({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<FolderLock | undefined> {
  if (databaseUrl !== undefined) return undefined
  for (let left = tries; left > 0; left -= 1) {
    const lock = lockFolder(dataDir)
    if (lock) return lock
    await setTimeout(betweenMs)
  }
  const url = await readLocalUrl(dataDir)
  const by = url === undefined ? 'another server' : `the server at ${url}`
  throw new ProblemError({
    code: 'data.folder-in-use',
    kind: 'unavailable',
    message: `The data folder ${dataDir} is in use by ${by}: use that one, stop it, or choose another folder with --data. Several servers share PostgreSQL.`,
    details: { folder: dataDir },
  })
}
