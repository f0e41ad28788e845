import { isProblemError, type Problem } from '@repertoire/core/base'
import { problemMediaType, problemStatus, problemTitle, systemRoutes } from '@repertoire/protocol'
import type { Context } from 'hono'
import { withoutLocation } from '../../wire/problem-without-location.ts'
import type { HttpEnvironment } from '../environment.ts'
import { withHint } from '../problem-hints.ts'

/** The response for anything thrown. An unexpected error is logged, and the caller gets no details. */
export function errorResponse(error: unknown, c: Context<HttpEnvironment>): Response {
  const problem = toProblem(error)
  if (problem.kind === 'internal') c.get('log')().error({ err: error }, 'request failed')
  // Readiness is asked for every few seconds, and logs its causes itself.
  const isLogged = c.req.path === systemRoutes.readiness.path
  if (problem.kind === 'unavailable' && !isLogged)
    c.get('log')().warn({ err: error }, 'unavailable')
  return problemResponse(c, problem)
}

/** RFC 9457. `status` is given only where HTTP is more specific than the problem's kind (405). */
export function problemResponse(
  c: Context<HttpEnvironment>,
  problem: Problem,
  status: number = problemStatus[problem.kind],
): Response {
  const { code, kind, message, hint, details } = withHint(withoutLocation(problem))
  const body = {
    type: 'about:blank',
    title: problemTitle[kind],
    status,
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
    trace_id: c.get('traceId'),
  }
  const headers = new Headers({ 'content-type': problemMediaType, 'cache-control': 'no-store' })
  if (kind === 'unauthenticated') headers.set('www-authenticate', 'Bearer realm="repertoire"')
  const wait = details?.retry_after_seconds
  if (typeof wait === 'number') headers.set('retry-after', String(wait))
  return new Response(JSON.stringify(body), { status, headers })
}

function toProblem(error: unknown): Problem {
  if (isProblemError(error)) return error.problem
  return isDiskFull(error)
    ? {
        code: 'store.full',
        kind: 'unavailable',
        message: 'The disk of the server is full; nothing was changed.',
        hint: 'Make room on the disk of the data folder, then repeat the request.',
      }
    : {
        code: 'server.internal',
        kind: 'internal',
        message: 'Something went wrong in the server; it has been logged.',
        hint: 'Repeat the request later. If it stays, give the operator the trace_id.',
      }
}

const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'])

function isDiskFull(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if ('code' in cause && diskFullCodes.has(String(cause.code))) return true
    cause = cause.cause
  }
  return false
}
