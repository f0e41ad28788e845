import { isIP } from 'node:net'

/** Somewhere the installer may connect to. */
export interface IndexHost {
  /** Lower-case; IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

/** Where packages of one language come from. */
export interface PackageIndex {
  /** As the operator wrote it; null: the one that the installer knows by itself. */
  readonly url: string | null
  /** Further hosts that files come from. */
  readonly fileHosts: readonly IndexHost[]
}

/**
 * Reads `https://index.example/simple` or `public`, each followed by hosts that files come from,
 * separated by commas (`files.example`, `files.example:8443`). Null when it is none of these.
 */
export function parsePackageIndex(text: string): PackageIndex | null {
  const [first = '', ...rest] = text.split(',').map((one) => one.trim())
  const url = first === 'public' ? null : indexUrl(first)
  const fileHosts = rest.filter((one) => one !== '').map(indexHost)
  if (url === undefined || fileHosts.includes(null)) return null
  return { url, fileHosts: fileHosts.filter((one) => one !== null) }
}

/** Where a URL leads. */
export function hostOf(url: string): IndexHost {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}

function indexUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && url.search === '' && url.hash === '' ? url.href : undefined
}

function indexHost(text: string): IndexHost | null {
  const url = /^[^/?#@\s]+$/.test(text) ? URL.parse(`https://${text}/`) : null
  if (!url || (isIP(url.hostname) === 0 && url.hostname === '')) return null
  return hostOf(url.href)
}
