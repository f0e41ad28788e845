import { parseClientAddress } from './client-address.ts'
import { readHops } from './forwarded-headers.ts'
import { isTrustedProxy, type TrustedProxies } from './trusted-proxies.ts'

/** A request as its client sent it, which may have been to a proxy. */
export interface ExternalRequest {
  /** Address of the client; of the peer where no trusted proxy says more. A test without a socket has `unknown`. */
  readonly address: string
  readonly scheme: 'http' | 'https'
  /** Host with its port, lower-case. */
  readonly host: string
}

/**
 * Reads the headers of trusted proxies, from the nearest hop to the first address that is not trusted: what is
 * left of it was written by the client, who can write anything. Headers of any other peer have no effect.
 */
export function externalRequest(
  direct: ExternalRequest,
  headers: Headers,
  trusted: TrustedProxies,
): ExternalRequest {
  const peer = parseClientAddress(direct.address)
  if (peer === null) return direct
  if (!isTrustedProxy(trusted, peer)) return { ...direct, address: peer }
  const hops = readHops(headers, trusted.headers)
  let address = peer
  let depth = 0
  for (const text of hops.addresses.toReversed()) {
    const next = parseClientAddress(text)
    // A trusted proxy that does not name its client is the last known address.
    if (next === null) break
    address = next
    depth += 1
    if (!isTrustedProxy(trusted, next)) break
  }
  const scheme = atDepth(hops.schemes, depth)?.toLowerCase()
  return {
    address,
    scheme: scheme === 'https' || scheme === 'http' ? scheme : direct.scheme,
    host: (atDepth(hops.hosts, depth) ?? direct.host).toLowerCase(),
  }
}

/** The value that the proxy next to the client gave; of a list that is shorter, its first one. */
function atDepth(values: readonly string[], depth: number): string | undefined {
  return values.at(-Math.min(Math.max(depth, 1), values.length))
}
