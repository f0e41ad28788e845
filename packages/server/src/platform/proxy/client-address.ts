import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * An IP address as text in one form: without port, brackets and zone, IPv4 also where it is written as IPv6
 * (`::ffff:1.2.3.4`). Null for anything else.
 */
export function parseClientAddress(text: string): string | null {
  const trimmed = text.trim()
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed)?.[1]
  const withPort = /^([\d.]+):\d{1,5}$/.exec(trimmed)?.[1]
  const address = (bracketed ?? withPort ?? trimmed).replace(/%.*$/, '')
  return isIP(address) === 0 ? null : ipaddr.process(address).toString()
}

/** What limits count as one client: an IPv4 address, or the /64 network that one IPv6 client can choose from. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = parsed.toByteArray().map((byte, at) => (at < 8 ? byte : 0))
  return `${ipaddr.fromByteArray(network).toString()}/64`
}
