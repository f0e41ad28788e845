import { ProblemError } from '@repertoire/core/base'
import { type ExternalOrigin, isNotCrossSite } from '../../identity/auth/same-origin.ts'

/** Throws ProblemError `request.cross-origin` for a login that another site began. */
export function checkNotCrossSite(headers: Headers, own: ExternalOrigin): void {
  if (isNotCrossSite(headers, own)) return
  throw new ProblemError({
    code: 'request.cross-origin',
    kind: 'forbidden',
    message: 'A login has to come from the console’s own page.',
  })
}
