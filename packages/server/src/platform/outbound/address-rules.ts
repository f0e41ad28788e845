import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: `[first address, prefix length]`. */
export type Network = [Address, number]

/**
 * Metadata services of clouds, which give credentials to any local caller. Most lie in refused ranges anyway.
 * They are listed because an allowed range must not include them, and because some look public.
 */
const metadata: ReadonlySet<string> = new Set(
  [
    '169.254.169.254', // AWS, Azure, Google, OpenStack and others
    '169.254.169.123',
    '169.254.170.2', // AWS tasks
    '169.254.170.23',
    '100.100.100.200', // Alibaba
    '192.0.0.192', // Oracle
    '168.63.129.16', // Azure; a public address
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254', // Google
    'fd00:42::42', // Scaleway
    'fd00:c1::a9fe:a9fe', // Oracle
  ].map(normalize),
)

/** The only globally routed part of IPv6 (RFC 4291, IANA). */
const globalUnicast: Network = [ipaddr.parse('2000::'), 3]

/**
 * The name of the range that forbids connecting to an address. Null for global unicast addresses only: invalid
 * addresses, zones, embedded addresses (mapped, NAT64, 6to4, Teredo) and all special-purpose ranges are
 * refused.
 */
export function blockedRange(address: string): string | null {
  const parsed = parseAddress(address)
  if (!parsed) return 'not-an-address'
  if (isMetadata(address)) return 'metadata'
  const range = parsed.range()
  if (range !== 'unicast') return range
  return parsed.kind() === 'ipv6' && !inNetwork(parsed, globalUnicast) ? 'not-global' : null
}

/** Whether the address is a cloud's metadata service. */
export function isMetadata(address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && metadata.has(parsed.toNormalizedString())
}

/** Parses `10.0.0.0/8`, `fd00::/8`, or one address. Null for anything else. */
export function parseNetwork(text: string): Network | null {
  const [address = '', bits, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (!parsed || rest.length > 0) return null
  const width = parsed.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [parsed, width]
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > width) return null
  return [parsed, Number(bits)]
}

/** Whether an address lies in a network of its family. */
export function isWithin(address: string, network: Network): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && inNetwork(parsed, network)
}

/** Whether a network is a single address. */
export function isSingle([address, bits]: Network): boolean {
  return bits === (address.kind() === 'ipv4' ? 32 : 128)
}

/** The canonical form of an address. Empty for an invalid one. */
export function normalize(address: string): string {
  return parseAddress(address)?.toNormalizedString() ?? ''
}

/** Strict: four decimal parts, or IPv6 without a zone. The library would also accept `0x7f.1`. */
function parseAddress(address: string): Address | null {
  if (isIP(address) === 0 || address.includes('%')) return null
  return ipaddr.parse(address)
}

function inNetwork(address: Address, [first, bits]: Network): boolean {
  return address.kind() === first.kind() && address.match(first, bits)
}
