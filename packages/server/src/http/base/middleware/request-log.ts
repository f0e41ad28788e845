import { parseTraceparent } from '@repertoire/core/base'
import type { IdSource } from '@repertoire/core/ports'
import { systemRoutes } from '@repertoire/protocol'
import type { HonoRequest, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnvironment } from '../environment.ts'
import { hasEveryHeader } from './security-headers.ts'

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** A server that is not ready says so to each balancer every few seconds; the cause is logged by itself. */
function levelOf({ method, path }: HonoRequest, status: number): 'error' | 'info' | 'debug' {
  if (status === 503 && path === systemRoutes.readiness.path) return 'debug'
  if (status >= 500) return 'error'
  return changing.has(method) ? 'info' : 'debug'
}

/**
 * Gives each request its ids and logs it: changes and failures at info and above, reads at debug. Logs only
 * method, path, numbers and the client's address, because queries, headers and bodies may contain secrets.
 */
export function requestLog(logger: Logger, ids: IdSource): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const requestId = ids.next('req')
    const sender = parseTraceparent(c.req.header('traceparent'))
    const traceId = sender?.traceId ?? ids.traceId()
    const log = () => logger.child({ request_id: requestId, trace_id: traceId })
    c.set('requestId', requestId)
    c.set('traceId', traceId)
    c.set('parentSpanId', sender?.spanId)
    c.set('log', log)
    const started = performance.now()
    await next()
    if (!hasEveryHeader(c.res)) c.res.headers.set('x-request-id', requestId)
    const { status } = c.res
    const level = levelOf(c.req, status)
    if (!logger.isLevelEnabled(level)) return
    const ms = Math.round((performance.now() - started) * 10) / 10
    const { address: client } = c.get('external')
    log()[level]({ method: c.req.method, path: c.req.path, status, ms, client }, 'request')
  }
}
