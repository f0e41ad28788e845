import { chmod, lstat, mkdir, open as openFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '@repertoire/core/base'
import { databaseFile } from '@repertoire/store'
import type { Logger } from 'pino'
import { localCredentialFile } from '../../identity/auth/local-credential.ts'
import { encryptionKeyFile } from '../../platform/secrets/encryption-key.ts'
import { tryWriting } from '../../platform/system/folder-health.ts'

const fileMode = 0o600
const privateFolderMode = 0o700
const privateFolders = ['blobs', 'connectors', 'search-index']
const privateFiles = [
  ...[databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`],
  ...[encryptionKeyFile, localCredentialFile],
]

export interface DataFolderOptions {
  readonly dataDir: string
  /** Of the folder itself. */
  readonly mode: number
  /** The database is a file in it. */
  readonly hasDatabase: boolean
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Creates the data folder, checks that it can be written, and closes it and its private files to other accounts,
 * however they were before. Logs once what was open. Throws ProblemError `data.folder-unusable` with one line that
 * says what to do.
 */
export async function prepareDataFolder(options: DataFolderOptions): Promise<void> {
  const { dataDir, mode, hasDatabase, logger } = options
  try {
    await mkdir(dataDir, { recursive: true, mode })
    await tryWriting(dataDir)
    // SQLite gives its other files the mode of this one.
    if (hasDatabase) await (await openFile(join(dataDir, databaseFile), 'a', fileMode)).close()
  } catch (error) {
    throw folderUnusable(error, dataDir)
  }
  if (process.platform === 'win32') return
  const outcomes = await Promise.all([
    close(dataDir, mode),
    ...privateFolders.map((name) => closeOwnFolder(join(dataDir, name))),
    ...privateFiles.map((name) => close(join(dataDir, name), fileMode)),
  ])
  report(
    outcomes.filter((one) => one !== undefined),
    logger,
  )
}

interface Closing {
  readonly path: string
  readonly isClosed: boolean
}

function report(outcomes: readonly Closing[], logger: DataFolderOptions['logger']): void {
  const closed = outcomes.filter((one) => one.isClosed).map(({ path }) => path)
  const open = outcomes.filter((one) => !one.isClosed).map(({ path }) => path)
  if (closed.length > 0) {
    const message = 'other accounts could reach parts of the data folder; they are closed now'
    logger.warn({ closed }, message)
  }
  if (open.length > 0) {
    const message =
      'other accounts can reach parts of the data folder, and this account may not close them: run chmod go-rwx as their owner'
    logger.warn({ open }, message)
  }
}

/**
 * A link leads to a folder that servers share, and the mode of one that belongs to another account is that account's:
 * closed, it would be closed to the other servers.
 */
async function closeOwnFolder(path: string): Promise<Closing | undefined> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink()) return undefined
  if (found.uid === process.getuid?.()) return close(path, privateFolderMode)
  return isWider(found.mode, privateFolderMode) ? { path, isClosed: false } : undefined
}

/** Undefined where nothing had to be closed. */
async function close(path: string, wanted: number): Promise<Closing | undefined> {
  const before = await modeOf(path)
  if (before === undefined || !isWider(before, wanted)) return undefined
  // What the owner may not do stays so, and the bits beyond permissions stay.
  await chmod(path, before & (0o7700 | wanted)).catch(() => undefined)
  return { path, isClosed: !isWider((await modeOf(path)) ?? 0, wanted) }
}

function isWider(mode: number, wanted: number): boolean {
  return (mode & 0o077 & ~wanted) !== 0
}

async function modeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mode
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'is read-only; mount it writable',
  EACCES: 'may not be written by this account; make it its owner',
  EPERM: 'may not be written by this account; make it its owner',
  ENOSPC: 'is on a full disk; free some space',
  EDQUOT: 'is over its quota; free some space',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
}

function folderUnusable(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '') return error
  const reason = reasons[code] ?? `cannot be used (${code})`
  return new ProblemError(
    {
      code: 'data.folder-unusable',
      kind: 'unavailable',
      message: `The data folder ${folder} ${reason}, or choose another one with --data.`,
      details: { folder, reason: code },
    },
    { cause: error },
  )
}
