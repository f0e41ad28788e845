import { type JsonObject, ProblemError, type ProblemKind } from '@repertoire/core/base'

/** Whose contract a problem belongs to: that of `SourceReader` or of `SkillRegistry`. */
export type ProblemFamily = 'source' | 'registry'

const kinds = {
  unreachable: 'unavailable',
  'no-network': 'unavailable',
  'rate-limited': 'rate-limited',
  'not-found': 'not-found',
  'not-found-or-private': 'not-found',
  'too-large': 'too-large',
  unsupported: 'unsupported',
  'address-refused': 'forbidden',
  'invalid-answer': 'invalid',
  'digest-mismatch': 'invalid',
  'hash-mismatch': 'invalid',
  broken: 'unavailable',
  malicious: 'forbidden',
  'token-required': 'forbidden',
  empty: 'invalid',
} as const satisfies Record<string, ProblemKind>

export type RemoteFault = keyof typeof kinds

interface RemoteFacts {
  readonly message: string
  readonly hint?: string
  readonly details?: JsonObject
}

/** A problem of another server, e.g. `source.unreachable`. Text of that server has to be `quoted` in it. */
export function remoteProblem(
  family: ProblemFamily,
  fault: RemoteFault,
  facts: RemoteFacts,
): ProblemError {
  return new ProblemError({ code: `${family}.${fault}`, kind: kinds[fault], ...facts })
}

export function answerTooLarge(family: ProblemFamily, host: string, limit: number): ProblemError {
  return remoteProblem(family, 'too-large', {
    message: `The answer of ${host} has more than ${limit} bytes, so it was cut off.`,
    details: { host, limit },
  })
}

export function invalidAnswer(family: ProblemFamily, host: string, why: string): ProblemError {
  return remoteProblem(family, 'invalid-answer', {
    message: `The answer of ${host} cannot be used: ${why}.`,
    hint: 'Check the address, or contact its operator.',
    details: { host },
  })
}
