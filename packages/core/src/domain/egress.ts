import { parse } from 'tldts'
import { ProblemError } from '../base/errors.ts'

/** Where a call sends its arguments, outside this server. */
export type EgressDestination = WebDestination | ConnectorDestination

export interface ConnectorDestination {
  readonly kind: 'connector'
  readonly connector: string
  /** Whether third parties can read what the tool is sent; null: nobody has said. */
  readonly openWorld: boolean | null
}

export interface WebDestination {
  readonly kind: 'web'
  /** Lower case, with the port unless it is the default one; `xn--…` for other scripts. */
  readonly host: string
  readonly url: string
}

/** The settings that decide about outbound requests. */
export interface EgressSettings {
  /**
   * Where agents may send without asking, whatever they have read: `docs.example.org`, `*.example.org`,
   * `connector:wiki`, or `*` for everywhere, which counts in turns of persons only.
   */
  readonly egressAllowList: readonly string[]
}

/** The tool that requests web addresses. */
export const webFetchName = 'web_fetch'

export const egressLimits = { entries: 200, characters: 260 } as const

/** Every destination, in turns of persons. */
const everywhere = '*'
const connectorEntry = /^connector:[a-z0-9-]{1,64}$/
const hostEntry =
  /^(\*\.)?((?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/

/** The destination of a request to a URL; null when it is not a URL that can be requested. */
export function webDestination(url: string): WebDestination | null {
  const parsed = URL.parse(url.trim())
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null
  return { kind: 'web', host: parsed.host, url: parsed.href }
}

/**
 * An entry of the list as it is stored, in lower case and with `xn--…` for other scripts. Null when it names
 * no destination: a path, a scheme, a pattern inside a name.
 */
export function normalEgressEntry(text: string): string | null {
  const entry = text.trim().toLowerCase()
  if (entry === everywhere || connectorEntry.test(entry)) return entry
  const [, wildcard = '', name = ''] = /^(\*\.)?(.*)$/s.exec(entry) ?? []
  const host = /[/?#@\\\s]|:$/.test(name) ? undefined : URL.parse(`https://${name}`)?.host
  const normal = `${wildcard}${host ?? ''}`
  return host && hostEntry.test(normal) ? normal : null
}

/** An entry that names web hosts only, as it is stored; null for any other, and for one that names hosts of third parties. */
export function normalEgressHost(text: string): string | null {
  const entry = normalEgressEntry(text)
  if (entry === null || entry === everywhere || entry.startsWith('connector:')) return null
  return isUnsafeWildcard(entry) ? null : entry
}

/**
 * Whether an entry names all hosts below a name under which anybody can have one: `*.com`, `*.co.uk`, `*.github.io`,
 * and any single label.
 */
export function isUnsafeWildcard(entry: string): boolean {
  if (!entry.startsWith('*.')) return false
  const { hostname, publicSuffix, isIp } = parse(entry.slice(2), { allowPrivateDomains: true })
  return !isIp && hostname === publicSuffix
}

/** The list as it is stored. Throws ProblemError `settings.bad-egress-entry` or `settings.broad-egress-entry`. */
export function normalEgressList(entries: readonly string[]): readonly string[] {
  const normal = entries.map((text) => normalEgressEntry(text) ?? refuseEntry(text))
  for (const entry of normal) if (isUnsafeWildcard(entry)) refuseBroad(entry)
  return [...new Set(normal)]
}

function refuseBroad(entry: string): never {
  const base = entry.slice(2)
  throw new ProblemError({
    code: 'settings.broad-egress-entry',
    kind: 'invalid',
    message: `"${entry}" names the hosts of everybody who has a name below ${base}.`,
    hint: `Write a domain of somebody you trust (*.example.${base}) or single hosts (docs.example.${base}); * names everywhere, in turns of persons.`,
    details: { entry },
  })
}

function refuseEntry(text: string): never {
  throw new ProblemError({
    code: 'settings.bad-egress-entry',
    kind: 'invalid',
    message: `"${text.slice(0, 100)}" names no destination.`,
    hint: 'Write a host (docs.example.org), all hosts below a domain (*.example.org), or a connector (connector:wiki), without https:// and without a path.',
    details: { entry: text.slice(0, 300) },
  })
}

/** Whether the list names the destination. `*.example.org` does not name `example.org` itself. Pure. */
export function isOnEgressList(
  { egressAllowList: list }: EgressSettings,
  destination: EgressDestination,
  { autonomous }: { readonly autonomous: boolean },
): boolean {
  if (!autonomous && list.includes(everywhere)) return true
  if (destination.kind === 'connector') return list.includes(nameOfDestination(destination))
  return matchesAnyHost(list, destination.host)
}

/**
 * Whether one of `hosts` names the host, as a name or as `*.example.org`. A stored `*.com` of an earlier release names
 * nothing. Pure.
 */
export function matchesAnyHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((entry) =>
    entry.startsWith('*.')
      ? host.endsWith(entry.slice(1)) && !isUnsafeWildcard(entry)
      : entry === host,
  )
}

/** The destination as an entry of the list: `docs.example.org`, `connector:wiki`. */
export function nameOfDestination(destination: EgressDestination): string {
  return destination.kind === 'web' ? destination.host : `connector:${destination.connector}`
}
