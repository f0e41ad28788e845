import { isProblemError } from '@repertoire/core/base'
import type { Deadline } from './deadline.ts'
import { outboundProblem } from './outbound-problems.ts'

/** Number of nested causes that are examined. */
const maxCauses = 8

const timeoutCodes: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const nameCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'])
const routeCodes: ReadonlySet<string> = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'])
const certificateCode = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/

/**
 * Translates an error to a ProblemError `outbound.*`, or to the guard's own refusal among its causes. The
 * caller's abort reason is returned as it is. Only error codes are passed on, because messages name addresses.
 */
export function toOutboundProblem(error: unknown, { caller, signal, expired }: Deadline): unknown {
  if (caller?.aborted && !expired()) return caller.reason
  const causes = causesOf(error)
  const own = causes.find(isProblemError) ?? (expired() ? signal.reason : undefined)
  if (own) return own
  const codes = causes.flatMap((cause) => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    return typeof code === 'string' ? [code] : []
  })
  if (codes.includes('UND_ERR_HEADERS_OVERFLOW')) {
    return outboundProblem('outbound.too-large', {
      message: 'The headers of the answer are too large.',
    })
  }
  if (codes.some((code) => timeoutCodes.has(code))) {
    return outboundProblem('outbound.timeout', {
      message: 'The remote end did not answer in time.',
    })
  }
  if (codes.some((code) => nameCodes.has(code))) {
    return outboundProblem('outbound.name-not-found', {
      message: 'No address is known for this host.',
      hint: 'Check how the host is spelt, and that this server has a network.',
    })
  }
  // With several addresses the others count: one that refuses was reached.
  if (codes.length > 0 && codes.every((code) => routeCodes.has(code))) {
    return outboundProblem('outbound.no-route', {
      message: 'This server has no way to this host.',
      hint: 'Check the network of this server.',
    })
  }
  if (codes.some((code) => certificateCode.test(code))) {
    return outboundProblem('outbound.certificate-refused', {
      message: 'The remote end has no valid certificate.',
      details: { reason: codes[0] ?? null },
    })
  }
  return outboundProblem(
    'outbound.unreachable',
    {
      message: 'The remote end could not be reached, broke the connection, or did not speak HTTP.',
      details: { reason: codes[0] ?? null },
    },
    error,
  )
}

function causesOf(error: unknown): unknown[] {
  const found: unknown[] = []
  for (let at: unknown = error; at !== undefined && at !== null && found.length < maxCauses; ) {
    found.push(at)
    if (at instanceof AggregateError) found.push(...at.errors.slice(0, maxCauses))
    at = at instanceof Error ? at.cause : undefined
  }
  return found
}
