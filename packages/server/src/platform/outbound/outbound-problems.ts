import { type JsonObject, ProblemError, type ProblemKind } from '@repertoire/core/base'

interface OutboundFacts {
  readonly message: string
  readonly hint?: string
  /** Host, scheme, sizes. Never a path, a query, a credential, or a resolved address. */
  readonly details?: JsonObject
}

const kinds = {
  'outbound.bad-url': 'invalid',
  'outbound.scheme-refused': 'forbidden',
  'outbound.credentials-refused': 'forbidden',
  'outbound.port-refused': 'forbidden',
  'outbound.address-refused': 'forbidden',
  'outbound.redirect-refused': 'forbidden',
  'outbound.too-large': 'too-large',
  'outbound.timeout': 'unavailable',
  'outbound.name-not-found': 'unavailable',
  'outbound.no-route': 'unavailable',
  'outbound.certificate-refused': 'unavailable',
  'outbound.unreachable': 'unavailable',
  'outbound.bad-status': 'unavailable',
  'outbound.type-unsupported': 'unsupported',
} as const satisfies Record<string, ProblemKind>

export type OutboundCode = keyof typeof kinds

/** A refusal of the guard, or a failure of the remote end, with its stable code. */
export function outboundProblem(
  code: OutboundCode,
  facts: OutboundFacts,
  cause?: unknown,
): ProblemError {
  return new ProblemError({ code, kind: kinds[code], ...facts }, { cause })
}
