import type { ProblemBody } from '@repertoire/protocol'

/** What went wrong as the server says it, or in the same shape when it could not be reached. */
export type ShownProblem = Pick<
  ProblemBody,
  'code' | 'message' | 'hint' | 'details' | 'trace_id' | 'status'
>

const unreachable: ShownProblem = {
  code: 'network.unreachable',
  status: 0,
  message: 'The server did not answer.',
  hint: 'Check that Repertoire is running and try again.',
}

/** The problem inside anything thrown. */
export function problemOf(error: unknown): ShownProblem {
  if (error instanceof TypeError) return unreachable
  if (typeof error === 'object' && error !== null && 'problem' in error) {
    return error.problem as ShownProblem
  }
  return {
    code: 'console.unexpected',
    status: 0,
    message: error instanceof Error ? error.message : String(error),
  }
}

/** True when the session is missing or over. */
export function isSignedOut(error: unknown): boolean {
  return problemOf(error).status === 401
}

/** True when there was no answer at all. */
export function isUnreachable(error: unknown): boolean {
  return problemOf(error).code === unreachable.code
}

/** True when asking again cannot help. */
export function isFinal(error: unknown): boolean {
  const { status } = problemOf(error)
  return status >= 400 && status < 500 && status !== 429
}
