import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ProblemError } from '@repertoire/core/base'
import { databaseFile, lockFileName, lockFolder, makePrivate } from '@repertoire/store'
import { backupSqlite } from '@repertoire/store/copy'
import { encryptionKeyFile } from '../platform/secrets/encryption-key.ts'
import { copyBlobs } from './copy-blobs.ts'
import type { DataTool } from './data-tool.ts'

/**
 * Copies the database and then the files into a folder, while a server uses them or not. A folder with an earlier backup is
 * brought up to date. Throws ProblemError `backup.uses-postgres`, `backup.folder-not-empty`, `backup.folder-in-use` or `store.*`.
 */
export async function backUp(tool: DataTool): Promise<void> {
  if (tool.config.databaseUrl !== undefined) throw usesPostgres()
  const folder = resolve(tool.argument)
  await prepareFolder(folder)
  const lock = lockFolder(folder)
  if (lock === null) throw folderInUse(folder)
  try {
    await copyInto(folder, tool)
  } finally {
    lock.release()
  }
}

async function copyInto(folder: string, { config, print }: DataTool): Promise<void> {
  const { dataDir, blobsUrl } = config
  let shown = 0
  await backupSqlite({ dataDir, to: join(folder, databaseFile) }, (share) => {
    const tenths = Math.floor(share * 10)
    if (tenths > shown && tenths < 10) print(`Database: ${tenths * 10} %`)
    shown = tenths
  })
  const { size } = await stat(join(folder, databaseFile))
  print(`Database: ${(size / 1e6).toFixed(1)} MB`)
  if (blobsUrl === undefined) {
    const { copied, present } = await copyBlobs(join(dataDir, 'blobs'), join(folder, 'blobs'))
    print(`Files: ${copied} copied, ${present} there already`)
  } else print('Files: they are in the bucket, so they are not in this backup.')
  print(`Backed up ${dataDir} to ${folder}.`)
  const key = keyToKeep(config)
  if (key === null) return
  print(
    `Keep ${key} apart from it: without that key, stored secrets and model keys cannot be read.`,
  )
}

/** What decrypts the secrets of the copied database; null while there are none. */
function keyToKeep({ dataDir, secretKey }: DataTool['config']): string | null {
  if (secretKey !== undefined) return 'REPERTOIRE_SECRET_KEY'
  return existsSync(join(dataDir, encryptionKeyFile)) ? `${encryptionKeyFile} of ${dataDir}` : null
}

async function prepareFolder(folder: string): Promise<void> {
  await makePrivate(folder)
  const names = await readdir(folder)
  const known = new Set([databaseFile, `${databaseFile}.partial`, 'blobs'])
  const foreign = names.find((name) => !known.has(name) && !name.startsWith(lockFileName))
  if (foreign === undefined) return
  throw new ProblemError({
    code: 'backup.folder-not-empty',
    kind: 'conflict',
    message: `The folder ${folder} has other files in it, such as ${foreign}. Nothing was copied.`,
    hint: 'Name a new folder, or one with an earlier backup.',
    details: { folder },
  })
}

function folderInUse(folder: string): ProblemError {
  return new ProblemError({
    code: 'backup.folder-in-use',
    kind: 'conflict',
    message: `Another backup writes into ${folder}. Nothing was copied.`,
    hint: 'Wait until it ends, or name another folder.',
    details: { folder },
  })
}

function usesPostgres(): ProblemError {
  return new ProblemError({
    code: 'backup.uses-postgres',
    kind: 'invalid',
    message: 'This server keeps its data in PostgreSQL (DATABASE_URL). Nothing was copied.',
    hint: 'Use pg_dump -Fc, and then copy the blobs. docs/operating.md says how.',
  })
}
