import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { requestHost } from '../../../identity/auth/same-origin.ts'
import type { HttpEnvironment } from '../environment.ts'
import { problemResponse } from './problem.ts'

/**
 * Refuses requests for an unknown host name (protection against DNS rebinding): otherwise a page of another
 * site whose name points at this machine would count as same-origin. IP addresses are safe, because they cannot
 * be rebound.
 */
export function hostGuard(allowedHosts: readonly string[]): MiddlewareHandler<HttpEnvironment> {
  const allowed = new Set(['localhost', ...allowedHosts.map((host) => host.toLowerCase())])
  const isOwn = (name: string) =>
    isIP(name) !== 0 || allowed.has(name) || name.endsWith('.localhost')
  return async (c, next) => {
    // A proxy may pass on what a client says about the host, so both names have to be ours.
    const hosts = [requestHost(c.req.raw.headers, c.req.url), c.get('external').host]
    if (hosts.every((host) => isOwn(hostName(host)))) {
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
