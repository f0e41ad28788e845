import { ProblemError } from '@repertoire/core/base'

/** Of something that a route names and that is not there for its caller. */
export function notFound(code: string, message: string): ProblemError {
  return new ProblemError({ code, kind: 'not-found', message })
}
