import type { Context } from 'hono'
import type { HttpEnvironment } from './environment.ts'

/** Address of the client, which trusted proxies may name. A test without a socket has `unknown`. */
export function remoteAddress(context: Context<HttpEnvironment>): string {
  return context.get('external').address
}
