import ipaddr from 'ipaddr.js'
import { type Network, parseNetwork } from '../outbound/address-rules.ts'

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The headers by which trusted proxies say whose request they pass on. The other kind is never read. */
export const proxyHeaderKinds = ['x-forwarded', 'forwarded'] as const

export interface TrustedProxies {
  readonly networks: readonly Network[]
  readonly headers: (typeof proxyHeaderKinds)[number]
}

export const noTrustedProxies: TrustedProxies = { networks: [], headers: 'x-forwarded' }

/** An address, a network (`10.1.0.0/16`), `loopback` or `private`. Null for anything else. */
export function parseProxyEntry(entry: string): readonly Network[] | null {
  const texts = named[entry] ?? [entry]
  const networks = texts.map(parseNetwork)
  return networks.every((network) => network !== null) ? networks : null
}

/** Whether an address, in the form of `parseClientAddress`, is that of a trusted proxy. */
export function isTrustedProxy({ networks }: TrustedProxies, address: string): boolean {
  if (networks.length === 0 || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some(([first, bits]) => {
    return parsed.kind() === first.kind() && parsed.match(first, bits)
  })
}
