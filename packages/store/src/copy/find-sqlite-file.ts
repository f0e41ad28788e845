import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemError } from '@repertoire/core/base'
import { databaseFile } from '../open-store.ts'

/** The database of a data folder. Throws ProblemError `store.no-sqlite-file`. */
export function findSqliteFile(dataDir: string): string {
  const file = join(dataDir, databaseFile)
  if (existsSync(file)) return file
  throw new ProblemError({
    code: 'store.no-sqlite-file',
    kind: 'not-found',
    message: `The folder ${dataDir} has no ${databaseFile}.`,
    hint: 'Name the data folder of the server with --data.',
    details: { folder: dataDir },
  })
}
