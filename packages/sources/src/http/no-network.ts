import { isProblemError, type ProblemError } from '@repertoire/core/base'
import { type ProblemFamily, remoteProblem } from './remote-problems.ts'

/** Number of nested causes that are examined. */
const maxCauses = 8

/** Of the system when a name has no address or an address no route; of the guarded fetch for the same. */
const codes: ReadonlySet<unknown> = new Set([
  ...[
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAI_FAIL',
    'EAI_NODATA',
    'ENETUNREACH',
    'EHOSTUNREACH',
    'ENETDOWN',
  ],
  ...['outbound.name-not-found', 'outbound.no-route'],
])
/** Of the system when another address of the same name was reached. */
const reached: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET'])

/** Whether nothing was reached at all, so that nothing is known of what was asked for. */
export function isNoNetwork(error: unknown): boolean {
  const found = codesOf(error)
  return found.some((code) => codes.has(code)) && !found.some((code) => reached.has(code))
}

export function noNetwork(family: ProblemFamily, host: string): ProblemError {
  return remoteProblem(family, 'no-network', {
    message: `This server cannot find ${host}: it has no network, or no host has that name.`,
    hint: 'Check the network and DNS of this server, and how the host is spelt. The next sync tries again.',
    details: { host },
  })
}

function codesOf(error: unknown): unknown[] {
  const found: unknown[] = []
  let at = error
  for (let depth = 0; at instanceof Error && depth < maxCauses; depth += 1) {
    const nested = at instanceof AggregateError ? at.errors.slice(0, maxCauses) : []
    for (const one of [at, ...nested])
      found.push(isProblemError(one) ? one.problem.code : codeOf(one))
    at = at.cause
  }
  return found
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
