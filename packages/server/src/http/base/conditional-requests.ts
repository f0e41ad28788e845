import { ProblemError } from '@repertoire/core/base'

/**
 * The version an If-Match header names. Undefined without one, or for `*`. Quotes are optional. Throws
 * ProblemError `request.bad-etag` for anything else.
 */
export function expectedVersion(headers: Headers): number | undefined {
  const header = headers.get('if-match')?.trim()
  if (header === undefined || header === '*') return undefined
  const digits = /^(?:"(\d{1,15})"|(\d{1,15}))$/.exec(header)
  if (digits) return Number(digits[1] ?? digits[2])
  throw new ProblemError({
    code: 'request.bad-etag',
    kind: 'invalid',
    message: 'If-Match has to be one etag as it was read, like "3".',
  })
}

/** Whether If-None-Match says that the caller has this version already. */
export function isNotModified(headers: Headers, etag: string): boolean {
  const header = headers.get('if-none-match')
  if (header === null) return false
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
