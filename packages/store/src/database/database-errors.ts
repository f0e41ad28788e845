import { ProblemError } from '@repertoire/core'

interface ProblemText {
  readonly code: string
  readonly message: string
  readonly hint: string
}

const storageFull: ProblemText = {
  code: 'store.full',
  message: 'There is no room left to store this; nothing of it was stored.',
  hint: 'Free space on the disk (or raise the quota) that holds the data folder, then try again.',
}

const sqliteProblems: readonly (readonly [prefix: string, meaning: ProblemText])[] = [
  ['SQLITE_FULL', storageFull],
  [
    'SQLITE_READONLY',
    {
      code: 'store.read-only',
      message: 'The database file cannot be written.',
      hint: 'Give the user that runs Repertoire write access to the file and to its folder.',
    },
  ],
  [
    'SQLITE_CANTOPEN',
    {
      code: 'store.cannot-open',
      message: 'The database file cannot be opened.',
      hint: 'Check that the path is a file, and that its folder exists and may be written.',
    },
  ],
  [
    'SQLITE_NOTADB',
    {
      code: 'store.not-a-database',
      message: 'The database file is not an SQLite database.',
      hint: 'Move the file away, or point the data folder elsewhere. It was not changed.',
    },
  ],
  [
    'SQLITE_CORRUPT',
    {
      code: 'store.damaged',
      message: 'The database file is damaged.',
      hint: 'Stop Repertoire, keep a copy of the file, and restore the newest backup.',
    },
  ],
  [
    'SQLITE_BUSY',
    {
      code: 'store.busy',
      message: 'Another process holds the database for too long.',
      hint: 'Try again; if it stays so, find the process that has the file open.',
    },
  ],
  [
    'SQLITE_IOERR',
    {
      code: 'store.disk-failure',
      message: 'The disk that holds the database reported an error.',
      hint: 'Check the disk, then start Repertoire again.',
    },
  ],
]

/** Translates an SQLite error into a problem; other errors pass unchanged. */
export function toSqliteProblem(error: unknown, file: string): unknown {
  const found = sqliteProblems.find(([prefix]) => codeOf(error).startsWith(prefix))
  if (!found) return error
  const [, { code, message, hint }] = found
  return new ProblemError(
    { code, kind: 'unavailable', message: `${message} (${file})`, hint, details: { file } },
    { cause: error },
  )
}

const unreachable =
  /^(08|57P|53[34]|28|3D)|^(ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOENT|EAI_)/

/** The same for PostgreSQL. `databaseName` identifies the database without its password. */
export function toPostgresProblem(error: unknown, databaseName: string): unknown {
  const code = codeOf(error)
  const details = { database: databaseName, reason: code }
  if (code === '53100' || code === '53200') {
    return new ProblemError({ ...storageFull, kind: 'unavailable', details }, { cause: error })
  }
  const lost =
    error instanceof Error &&
    /Connection terminated|timeout exceeded|not queryable/.test(error.message)
  if (!unreachable.test(code) && !lost) return error
  return new ProblemError(
    {
      code: 'store.unavailable',
      kind: 'unavailable',
      message: `The database does not answer (${databaseName}).`,
      hint: 'Check that PostgreSQL runs, and that DATABASE_URL names the right host, database and user.',
      details,
    },
    { cause: error },
  )
}

/** The same for a folder or a blob in it. */
export function toFolderProblem(error: unknown, folder: string): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ProblemError({ ...storageFull, kind: 'unavailable' }, { cause: error })
  }
  if (code === '') return error
  return new ProblemError(
    {
      code: 'store.folder-unusable',
      kind: 'unavailable',
      message: `The data folder cannot be used (${folder}: ${code}).`,
      hint: 'Choose a folder that the user that runs Repertoire may create and write.',
      details: { folder, reason: code },
    },
    { cause: error },
  )
}

const uniqueCodes = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']
const foreignKeyCodes = ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']

/** Translates a violated unique or foreign key constraint into a problem; other errors pass unchanged. */
export async function mapConstraintErrors<Value>(
  work: Promise<Value>,
  meaning: {
    readonly onDuplicate?: () => ProblemError
    readonly onMissingParent?: () => ProblemError
  },
): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (meaning.onDuplicate && uniqueCodes.includes(codeOf(error))) throw meaning.onDuplicate()
    if (meaning.onMissingParent && foreignKeyCodes.includes(codeOf(error)))
      throw meaning.onMissingParent()
    throw error
  }
}

/** The error code of the driver, if it has one. */
function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
