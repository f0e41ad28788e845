import { ProblemError } from '@repertoire/core/base'
import { copyToPostgres } from '@repertoire/store/copy'
import { encryptionKeyFile } from '../platform/secrets/encryption-key.ts'
import { systemClock } from '../platform/system/system-ports.ts'
import { lockDataFolder } from '../setup/data-folder/lock-data-folder.ts'
import type { DataTool } from './data-tool.ts'

/**
 * Copies the SQLite database of a data folder that no server uses into the empty PostgreSQL database of DATABASE_URL. Throws
 * ProblemError `copy.no-target`, `data.folder-in-use` or `store.*`.
 */
export async function copyDataToPostgres({ config, print }: DataTool): Promise<void> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === undefined) throw noTarget()
  const lock = await lockDataFolder({ dataDir, databaseUrl: undefined })
  try {
    const onTable = ({ table, rows }: { readonly table: string; readonly rows: number }) => {
      if (rows > 0) print(`${table}: ${rows}`)
    }
    const copied = await copyToPostgres({ dataDir, databaseUrl, clock: systemClock, onTable })
    const rows = copied.reduce((sum, one) => sum + one.rows, 0)
    print(`Copied ${rows} rows of ${copied.length} tables. The SQLite file stays as it is.`)
    print(
      `Start the server with this DATABASE_URL, the same data folder for its files, and REPERTOIRE_SECRET_KEY: the text of ${encryptionKeyFile} in ${dataDir}, if it is there.`,
    )
  } finally {
    lock?.release()
  }
}

function noTarget(): ProblemError {
  return new ProblemError({
    code: 'copy.no-target',
    kind: 'invalid',
    message: 'DATABASE_URL is not set: it names the PostgreSQL database to copy into.',
    hint: 'Set it to postgres://user:password@host:5432/database. It is not an argument, so that no list of processes shows it.',
  })
}
