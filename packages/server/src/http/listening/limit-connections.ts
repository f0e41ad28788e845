import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup, parseClientAddress } from '../../platform/proxy/client-address.ts'
import {
  isTrustedProxy,
  noTrustedProxies,
  type TrustedProxies,
} from '../../platform/proxy/trusted-proxies.ts'

export interface ConnectionLimits {
  readonly maxConnections: number
  /** Of one client address, or /64 network. Programs of this machine and trusted proxies are not counted. */
  readonly maxConnectionsPerAddress: number
}

/** Closes connections beyond the limits at once, so that nobody can hold all of them open. */
export function limitConnections(
  server: Server,
  { maxConnections, maxConnectionsPerAddress }: ConnectionLimits,
  trusted: TrustedProxies = noTrustedProxies,
): void {
  server.maxConnections = maxConnections
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const peer = parseClientAddress(socket.remoteAddress ?? '') ?? ''
    if (isLoopback(peer) || isTrustedProxy(trusted, peer)) return
    const address = addressGroup(peer)
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    if (count > maxConnectionsPerAddress) socket.destroy()
  })
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}
