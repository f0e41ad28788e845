import { ProblemError } from '@repertoire/core'

export function notFound(code: string, message: string): ProblemError {
  return new ProblemError({ code, kind: 'not-found', message })
}
