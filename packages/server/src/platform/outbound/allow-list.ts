import { isMetadata, isSingle, isWithin, type Network, parseNetwork } from './address-rules.ts'

/** A host or network beyond the public Internet that an operator allows. */
export type AllowEntry =
  | { readonly kind: 'host'; readonly host: string; readonly port: number | null }
  | { readonly kind: 'network'; readonly network: Network; readonly port: number | null }

/** An address to connect to. */
export interface OutboundTarget {
  /** Lower-case, as in the URL; IPv6 without brackets. */
  readonly hostname: string
  readonly port: number
  readonly address: string
}

/** The usual web ports. Any other port has to be allowed explicitly. */
const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443])

/** Ranges that an entry with a host name allows. Never link-local, multicast and the like. */
const allowableByName: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'uniqueLocal',
  'carrierGradeNat',
  'this-machine',
])

const hostName =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/

/**
 * Parses a comma-separated list of `host`, `address` or `address/bits`, each with or without `:port`
 * (`wiki.intra`, `10.1.0.0/16`, `mcp.intra:3000`, `[fd00::5]:3000`). `wrong` has the invalid entries.
 */
export function parseAllowList(text: string): {
  readonly entries: readonly AllowEntry[]
  readonly wrong: readonly string[]
} {
  const entries: AllowEntry[] = []
  const wrong: string[] = []
  for (const item of text.split(',').map((one) => one.trim().toLowerCase())) {
    if (item === '') continue
    const entry = parseEntry(item)
    if (entry) entries.push(entry)
    else wrong.push(item)
  }
  return { entries, wrong }
}

/** Whether any target at this port could be allowed. If not, names need not be resolved. */
export function isPortValid(port: number, allow: readonly AllowEntry[]): boolean {
  return webPorts.has(port) || allow.some((entry) => entry.port === port)
}

/**
 * Whether an entry allows the target despite its address range (null: public) or its port. An entry without a
 * port allows the web ports, one with a port that port only.
 */
export function isAllowed(
  { hostname, port, address }: OutboundTarget,
  range: string | null,
  allow: readonly AllowEntry[],
): boolean {
  return allow.some((entry) => {
    if (entry.port === null ? !webPorts.has(port) : entry.port !== port) return false
    if (entry.kind === 'host') {
      if (entry.host !== withoutDot(hostname)) return false
      return range === null || allowableByName.has(range)
    }
    if (isMetadata(address) && !isSingle(entry.network)) return false
    return isWithin(address, entry.network)
  })
}

/** Whether the port needs no entry. */
export function isWebPort(port: number): boolean {
  return webPorts.has(port)
}

function parseEntry(item: string): AllowEntry | null {
  const whole = parseTarget(item, null)
  if (whole) return whole
  const match = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(item)
  if (!match) return null
  const port = match[2] === undefined ? null : Number(match[2])
  if (port !== null && (port < 1 || port > 65_535)) return null
  return parseTarget((match[1] ?? '').replace(/^\[|\]$/g, ''), port)
}

function parseTarget(text: string, port: number | null): AllowEntry | null {
  const network = parseNetwork(text)
  if (network) return { kind: 'network', network, port }
  const host = withoutDot(text)
  // The last label of a host name is never a number (WHATWG URL), so `10.0.0` is a mistake and no name.
  if (!hostName.test(host) || /(^|\.)(\d+|0x[0-9a-f]*)$/.test(host)) return null
  return { kind: 'host', host, port }
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host
}
