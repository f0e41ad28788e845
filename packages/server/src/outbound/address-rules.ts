import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Addresses of one network: `[first address, bits that count]`. */
export type Network = [Address, number]

/**
 * Services of clouds that hand their credentials to whoever can ask. Most lie in ranges that are refused
 * anyway; they are named because an opened range must not open them, and some look public.
 */
const metadata: ReadonlySet<string> = new Set(
  [
    '169.254.169.254', // AWS, Azure, Google, OpenStack and others
    '169.254.169.123',
    '169.254.170.2', // tasks of AWS
    '169.254.170.23',
    '100.100.100.200', // Alibaba
    '192.0.0.192', // Oracle
    '168.63.129.16', // Azure; a public address
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254', // Google
    'fd00:42::42', // Scaleway
    'fd00:c1::a9fe:a9fe', // Oracle
  ].map(normalised),
)

/** The only part of IPv6 that is handed out to the public (RFC 4291, IANA). */
const globalUnicast: Network = [ipaddr.parse('2000::'), 3]

/**
 * Why an address may not be connected to: the name of the range it is in. Null for a global unicast
 * address, and for nothing else: what cannot be read, has a zone, carries another address inside
 * (mapped, NAT64, 6to4, Teredo) or is set aside for any purpose is refused.
 */
export function refusedRange(address: string): string | null {
  const parsed = parseAddress(address)
  if (!parsed) return 'not-an-address'
  if (isMetadata(address)) return 'metadata'
  const range = parsed.range()
  if (range !== 'unicast') return range
  return parsed.kind() === 'ipv6' && !inNetwork(parsed, globalUnicast) ? 'not-global' : null
}

/** Whether the address belongs to a service that gives a cloud's credentials away. */
export function isMetadata(address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && metadata.has(parsed.toNormalizedString())
}

/** `10.0.0.0/8`, `fd00::/8`, or one address. Null when it is none of these. */
export function parseNetwork(text: string): Network | null {
  const [address = '', bits, ...rest] = text.split('/')
  const parsed = parseAddress(address)
  if (!parsed || rest.length > 0) return null
  const width = parsed.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [parsed, width]
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > width) return null
  return [parsed, Number(bits)]
}

/** Whether an address lies in a network of its own family. */
export function isWithin(address: string, network: Network): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && inNetwork(parsed, network)
}

/** Whether a network is one single address. */
export function isSingle([address, bits]: Network): boolean {
  return bits === (address.kind() === 'ipv4' ? 32 : 128)
}

/** One spelling for each address, to compare by. An empty string for what is none. */
export function normalised(address: string): string {
  return parseAddress(address)?.toNormalizedString() ?? ''
}

/** Strict: four decimal parts, or IPv6 without a zone. The library alone would take `0x7f.1` too. */
function parseAddress(address: string): Address | null {
  if (isIP(address) === 0 || address.includes('%')) return null
  return ipaddr.parse(address)
}

function inNetwork(address: Address, [first, bits]: Network): boolean {
  return address.kind() === first.kind() && address.match(first, bits)
}
