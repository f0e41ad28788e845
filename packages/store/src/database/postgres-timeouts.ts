import { ProblemError } from '@repertoire/core/base'

const lockNotAvailable = '55P03'
const canceled = '57014'
const retryAfterSeconds = 5

/** The problem of a statement that waited too long for a lock; undefined for other errors. */
export function lockTimedOut(error: unknown): ProblemError | undefined {
  if (codeOf(error) !== lockNotAvailable) return undefined
  return new ProblemError(
    {
      code: 'store.busy',
      kind: 'unavailable',
      message: 'Something else holds what this needs in the database for too long.',
      hint: 'Try again; if it stays so, the operator finds who holds the lock in pg_locks and pg_stat_activity.',
      details: { retry_after_seconds: retryAfterSeconds },
    },
    { cause: error },
  )
}

/** The problem of a question about the database's health that was not answered in time; undefined for other errors. */
export function healthTimedOut(error: unknown): ProblemError | undefined {
  if (codeOf(error) !== canceled && !isTimeout(error)) return undefined
  return new ProblemError(
    {
      code: 'store.slow',
      kind: 'unavailable',
      message: 'The database does not answer in time.',
      hint: 'See what PostgreSQL waits for in pg_stat_activity.',
      details: { retry_after_seconds: retryAfterSeconds },
    },
    { cause: error },
  )
}

/** The driver stopped waiting for the server. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
