import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Shorter ones can be guessed. */
export const shortestToken = 16

/** Whether only this machine reaches what listens there. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/**
 * Whether a request may be answered: it brings the token. Where there is none to bring, it has to be meant
 * for this machine by its name too, so that no page in a browser here can reach us by a name of its own.
 */
export function isAuthorized(request: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(hostName(request.headers.host ?? ''))
  const [, sent] = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '') ?? []
  return sent !== undefined && timingSafeEqual(hashOf(sent), hashOf(token))
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '')
}

/** Of one length whatever is compared, so that the comparison tells nothing. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
