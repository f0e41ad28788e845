import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/** Empty, and there for its lock alone. */
export const lockFileName = 'server.lock'

export interface FolderLock {
  release(): void
}

/**
 * Holds a folder for this process as long as it lives, however it ends; null while another process has it. SQLite's lock of a
 * file, because the system takes it from a process that is killed.
 */
export function lockFolder(folder: string): FolderLock | null {
  const file = join(folder, lockFileName)
  // Whoever may read it could hold it.
  closeSync(openSync(file, 'a', 0o600))
  const connection = new Sqlite(file, { timeout: 0 })
  try {
    connection.pragma('locking_mode = EXCLUSIVE')
    connection.exec('BEGIN EXCLUSIVE')
    return { release: () => connection.close() }
  } catch (error) {
    connection.close()
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}
