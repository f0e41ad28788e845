import { chmod, rename, rm } from 'node:fs/promises'
import Sqlite from 'better-sqlite3'
import { toSqliteProblem } from '../database/database-errors.ts'
import { findSqliteFile } from './find-sqlite-file.ts'

/** Pages of a step: the server that uses the file goes on between two. */
const pagesAtOnce = 1_000

/**
 * Copies the SQLite database of a data folder, which may be in use, as it is at one moment, over `to`. `onProgress` gets the
 * share that is done, 0 to 1. Throws ProblemError `store.no-sqlite-file` or another `store.*`.
 */
export async function backupSqlite(
  { dataDir, to }: { readonly dataDir: string; readonly to: string },
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const file = findSqliteFile(dataDir)
  const partial = `${to}.partial`
  let connection: Sqlite.Database | undefined
  try {
    // SQLite would take what a backup that was killed left for a database, and refuse it.
    await rm(partial, { force: true })
    connection = new Sqlite(file, { readonly: true, fileMustExist: true })
    await connection.backup(partial, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages === 0 ? 1 : 1 - remainingPages / totalPages)
        return pagesAtOnce
      },
    })
    await chmod(partial, 0o600)
    await rename(partial, to)
  } catch (error) {
    await rm(partial, { force: true })
    throw toSqliteProblem(error, file)
  } finally {
    connection?.close()
  }
}
