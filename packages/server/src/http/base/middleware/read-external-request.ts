import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { requestHost } from '../../../identity/auth/same-origin.ts'
import { externalRequest } from '../../../platform/proxy/external-request.ts'
import type { TrustedProxies } from '../../../platform/proxy/trusted-proxies.ts'
import type { HttpEnvironment } from '../environment.ts'

/** Sets `external`, which every limit, check and cookie goes by: the request as the client sent it. */
export function readExternalRequest(trusted: TrustedProxies): MiddlewareHandler<HttpEnvironment> {
  return async (c, next) => {
    const { headers } = c.req.raw
    const direct = {
      address: peerAddress(c),
      scheme: c.req.url.startsWith('https:') ? ('https' as const) : ('http' as const),
      host: requestHost(headers, c.req.url),
    }
    c.set('external', externalRequest(direct, headers, trusted))
    await next()
  }
}

/** A test without a socket has none. */
function peerAddress(c: Context<HttpEnvironment>): string {
  const hasSocket = (c.env as { incoming?: unknown } | undefined)?.incoming
  return hasSocket ? (getConnInfo(c).remote.address ?? 'unknown') : 'unknown'
}
