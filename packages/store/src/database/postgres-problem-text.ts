import { codeOf, type ProblemText, storageFull } from './problem-text.ts'

type Meaning = (databaseName: string, error: unknown) => ProblemText

/** All of these end by themselves or by an operator: whoever asked may ask again. */
const code = 'store.unavailable'

const loginRefused: Meaning = (databaseName) => ({
  code,
  message: `PostgreSQL refuses the login to ${databaseName}.`,
  hint: 'Correct the user and the password in DATABASE_URL, or allow them in pg_hba.conf.',
})

const shuttingDown: Meaning = (databaseName, error) => ({
  code,
  message: `The database does not accept connections now (${databaseName}: ${codeOf(error)}).`,
  hint: 'PostgreSQL starts, stops or ended this connection. Try again.',
})

/** By the start of an SQLSTATE, the longest first. */
const meanings: readonly (readonly [prefix: string, meaning: Meaning])[] = [
  ['53100', () => storageFull],
  ['53200', () => storageFull],
  [
    '3D000',
    (databaseName) => ({
      code,
      message: `The database ${databaseName} does not exist.`,
      hint: 'Create it (CREATE DATABASE …), or correct the name at the end of DATABASE_URL.',
    }),
  ],
  ['28', loginRefused],
  [
    '53300',
    (databaseName) => ({
      code,
      message: `PostgreSQL has no connection left (${databaseName}).`,
      hint: 'Raise max_connections of PostgreSQL or the limit of the user, or run fewer servers and workers.',
    }),
  ],
  ['42501', missingRight],
  ['57P', shuttingDown],
]

const poolIsFull: Meaning = (databaseName) => ({
  code,
  message: `All connections of this process to the database are in use (${databaseName}).`,
  hint: 'Try again. If it stays so, find the queries that take long, or whether PostgreSQL still answers.',
})

const notReached: Meaning = (databaseName, error) => ({
  code,
  message: `The database does not answer (${databaseName}: ${codeOf(error) || 'the connection was lost'}).`,
  hint: 'Check that PostgreSQL runs, and that DATABASE_URL names its host and port.',
})

const unreachable =
  /^(?:08|53[34]|28|3D)|^(?:ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOENT|EAI_)/
const lost = /Connection terminated|timeout exceeded|not queryable/

/** What an error of PostgreSQL, or of the way to it, means to whoever runs it; null for one that is a mistake of ours. */
export function postgresProblemText(error: unknown, databaseName: string): ProblemText | null {
  return meaningOf(error)?.(databaseName, error) ?? null
}

function meaningOf(error: unknown): Meaning | null {
  const sqlState = codeOf(error)
  const known = meanings.find(([prefix]) => sqlState.startsWith(prefix))
  if (known) return known[1]
  const text = error instanceof Error ? error.message : ''
  // The driver's pool has no code for a queue in which somebody waited for too long.
  if (text.startsWith('timeout exceeded when trying to connect')) return poolIsFull
  return unreachable.test(sqlState) || lost.test(text) ? notReached : null
}

/** New schemas of PostgreSQL 15 and newer let only their owner create tables. */
function missingRight(databaseName: string, error: unknown): ProblemText {
  const reason = error instanceof Error ? error.message : ''
  const schema = /^permission denied for schema (\S+)$/.exec(reason)?.[1]
  const grant =
    schema === undefined
      ? 'GRANT CREATE, USAGE ON SCHEMA public TO <user>; the tables have to belong to that user'
      : `GRANT CREATE, USAGE ON SCHEMA ${schema} TO <user>`
  return {
    code: 'store.not-permitted',
    message: `The user of DATABASE_URL lacks a right in ${databaseName}: ${reason}.`,
    hint: `As the owner of the database, run ${grant}.`,
  }
}
