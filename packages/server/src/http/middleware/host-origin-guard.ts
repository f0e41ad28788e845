import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { requestHost } from '../../auth/same-origin.ts'
import type { HttpEnvironment } from '../environment.ts'
import { problemResponse } from './problem.ts'

/**
 * Refuses requests addressed to a name that is not ours: a page of another site that points its own name
 * at this machine (DNS rebinding) would otherwise be "same origin". Addresses in numbers are safe, they
 * cannot be rebound.
 */
export function hostGuard(allowedHosts: readonly string[]): MiddlewareHandler<HttpEnvironment> {
  const allowed = new Set(['localhost', ...allowedHosts.map((host) => host.toLowerCase())])
  return async (c, next) => {
    const name = hostName(requestHost(c.req.raw.headers, c.req.url))
    if (isIP(name) !== 0 || allowed.has(name) || name.endsWith('.localhost')) {
      await next()
      return
    }
    return problemResponse(c, {
      code: 'request.unknown-host',
      kind: 'forbidden',
      message: 'This server does not answer under the host name of this request.',
      hint: 'Add the name to REPERTOIRE_ALLOWED_HOSTS if it is yours.',
    })
  }
}

function hostName(host: string): string {
  const bracketed = /^\[([0-9a-f:.]+)\](:\d+)?$/.exec(host)
  return bracketed?.[1] ?? host.replace(/:\d+$/, '')
}
