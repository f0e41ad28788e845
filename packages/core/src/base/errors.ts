import type { JsonObject } from './json.ts'

/** What kind of answer a problem is; each interface (HTTP, tools, command line) maps it to its own status. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'unsupported'
  | 'rate-limited'
  | 'unavailable'
  | 'internal'

/** The one problem shape of the product (DESIGN, "Bad input"): stable `code`, a message that says what to do, data as fields. */
export interface Problem {
  /** Dotted, stable, lower-case: `skill.slug-taken`. */
  readonly code: string
  readonly kind: ProblemKind
  readonly message: string
  /** What the reader can do about it. */
  readonly hint?: string
  readonly details?: JsonObject
}

const marker = Symbol.for('repertoire.problem')

/** A {@link Problem} on its way up. Recognised by `isProblemError` across package copies. */
export class ProblemError extends Error {
  readonly problem: Problem
  readonly [marker] = true

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options)
    this.name = 'ProblemError'
    this.problem = problem
  }
}

export function isProblemError(value: unknown): value is ProblemError {
  return typeof value === 'object' && value !== null && marker in value
}

export function throwIf(problem: Problem | undefined): void {
  if (problem) throw new ProblemError(problem)
}

/** A problem to throw that has its fields, and all of its advice in the message. */
export function problemError(
  code: string,
  kind: ProblemKind,
  message: string,
  details: JsonObject = {},
): ProblemError {
  return new ProblemError({ code, kind, message, details })
}
