import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** Address of the peer. A test without a socket has none. */
export function remoteAddress(context: Context): string {
  return context.env?.incoming ? (getConnInfo(context).remote.address ?? 'unknown') : 'unknown'
}
