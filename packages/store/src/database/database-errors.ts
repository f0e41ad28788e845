import { ProblemError } from '@repertoire/core/base'
import { postgresProblemText } from './postgres-problem-text.ts'
import { codeOf, type ProblemText, storageFull } from './problem-text.ts'

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

/** The same for PostgreSQL. `databaseName` identifies the database without its password. */
export function toPostgresProblem(error: unknown, databaseName: string): unknown {
  const text = postgresProblemText(error, databaseName)
  if (text === null) return error
  const details = { database: databaseName, reason: codeOf(error) }
  return new ProblemError({ ...text, kind: 'unavailable', details }, { cause: error })
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
      message: `The folder ${folder} cannot be used (${code}).`,
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
