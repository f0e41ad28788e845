import type { ProblemKind } from '@repertoire/core/base'

/** HTTP status of each kind of problem. */
export const problemStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  unsupported: 415,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ProblemKind, number>

/** The `title` of a problem body, by kind; the same for every occurrence (RFC 9457). */
export const problemTitle = {
  invalid: 'The request is not valid',
  unauthenticated: 'Authentication is needed',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  conflict: 'Conflict with the current state',
  stale: 'Changed in the meantime',
  'too-large': 'Too large',
  unsupported: 'Unsupported media type',
  'rate-limited': 'Too many requests',
  internal: 'Internal error',
  unavailable: 'Temporarily unavailable',
} as const satisfies Record<ProblemKind, string>

/** Media type of every error response. */
export const problemMediaType = 'application/problem+json'
