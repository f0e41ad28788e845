import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Shorter tokens can be guessed. */
export const minTokenLength = 16

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/**
 * Checks the bearer token. Without a configured token the Host header must be a loopback name, so that a web
 * page cannot reach the executor through DNS rebinding.
 */
export function isAuthorized(request: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(hostName(request.headers.host ?? ''))
  const [, sent] = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '') ?? []
  return sent !== undefined && timingSafeEqual(hashOf(sent), hashOf(token))
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '')
}

/** Hashes have one length, so that the comparison leaks nothing. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
