import { ProblemError } from '@repertoire/core/base'

/** For what a vendor's interface has and this server has not. */
export function unsupportedHere(message: string): ProblemError {
  return new ProblemError({ code: 'compat.unsupported', kind: 'invalid', message })
}
