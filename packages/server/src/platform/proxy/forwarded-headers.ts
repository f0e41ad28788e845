import type { TrustedProxies } from './trusted-proxies.ts'

/** What proxies say about a request; of each list, the last value is from the nearest proxy. */
export interface ForwardedHops {
  readonly addresses: readonly string[]
  readonly schemes: readonly string[]
  readonly hosts: readonly string[]
}

/**
 * Reads one kind of headers only. A proxy overwrites the kind it knows and passes the other on as the client
 * wrote it.
 */
export function readHops(headers: Headers, kind: TrustedProxies['headers']): ForwardedHops {
  if (kind === 'forwarded') return readForwarded(headers.get('forwarded') ?? '')
  return {
    addresses: listOf(headers.get('x-forwarded-for')),
    schemes: listOf(headers.get('x-forwarded-proto')),
    hosts: listOf(headers.get('x-forwarded-host')),
  }
}

function listOf(header: string | null): readonly string[] {
  if (header === null || header.trim() === '') return []
  return header.split(',').map((value) => value.trim())
}

/** `name=value`, the value a token or quoted; then `;` within an element, `,` between elements, or the end. */
const pair =
  /\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*")\s*([;,]|$)/y

/**
 * RFC 7239: `for=192.0.2.1;proto=https, for="[2001:db8::1]:4711"`. A header that is not valid as a whole says
 * nothing: an open quote of the client could otherwise hide what the proxy added.
 */
function readForwarded(header: string): ForwardedHops {
  const hops: Record<string, string>[] = []
  let hop: Record<string, string> = {}
  for (let at = 0; at < header.length; at = pair.lastIndex) {
    pair.lastIndex = at
    const [, name = '', value = '', separator] = pair.exec(header) ?? []
    if (separator === undefined) return { addresses: [], schemes: [], hosts: [] }
    hop[name.toLowerCase()] ??= unquoted(value)
    if (separator === ';') continue
    hops.push(hop)
    hop = {}
  }
  return {
    addresses: hops.map((one) => one.for ?? ''),
    schemes: hops.flatMap((one) => one.proto ?? []),
    hosts: hops.flatMap((one) => one.host ?? []),
  }
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}
