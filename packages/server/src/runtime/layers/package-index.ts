import { isIP } from 'node:net'

/** A host the installer may connect to. */
export interface IndexHost {
  /** Lower-case; IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

/** The package index of one language. */
export interface PackageIndex {
  /** As the operator wrote it. Null: the installer's default index. */
  readonly url: string | null
  /** Further hosts that serve files. */
  readonly fileHosts: readonly IndexHost[]
}

/**
 * Parses `https://index.example/simple` or `public`, each followed by hosts that serve files, separated by
 * commas (`files.example`, `files.example:8443`). Null for anything else.
 */
export function parsePackageIndex(text: string): PackageIndex | null {
  const [first = '', ...rest] = text.split(',').map((one) => one.trim())
  const url = first === 'public' ? null : indexUrl(first)
  const fileHosts = rest.filter((one) => one !== '').map(indexHost)
  if (url === undefined || fileHosts.includes(null)) return null
  return { url, fileHosts: fileHosts.filter((one) => one !== null) }
}

/** Host and port of a URL. */
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
