import type { AllowEntry } from './allow-list.ts'
import { isPortValid } from './allow-list.ts'
import { outboundProblem } from './outbound-problems.ts'

/** UTF-16 units. */
const maxUrlLength = 8192

/**
 * Validates a URL and removes its fragment. Throws ProblemError `outbound.bad-url`, `outbound.scheme-refused`,
 * `outbound.credentials-refused` or `outbound.port-refused`. The address is checked when the connection is
 * made, not here.
 */
export function checkUrl(input: string | URL, allow: readonly AllowEntry[], base?: URL): URL {
  const url = parse(input, base)
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw outboundProblem('outbound.scheme-refused', {
      message: 'Only http: and https: addresses are fetched.',
      details: { scheme: protocol.slice(0, 40) },
    })
  }
  if (url.username !== '' || url.password !== '') {
    throw outboundProblem('outbound.credentials-refused', {
      message: 'The URL has a user name or a password in it; such URLs are not fetched.',
      hint: 'Leave out everything before the @.',
      details: { host: url.host },
    })
  }
  const port = portOf(url)
  if (!isPortValid(port, allow)) throw portBlocked(url.hostname, port)
  url.hash = ''
  return url
}

export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

export function portBlocked(host: string, port: number) {
  return outboundProblem('outbound.port-refused', {
    message: `Port ${port} of "${host}" is not one of the web (80, 443, 8080, 8443).`,
    hint: 'The operator of this server can open it with REPERTOIRE_OUTBOUND_ALLOW=host:port.',
    details: { host, port },
  })
}

function parse(input: string | URL, base: URL | undefined): URL {
  const text = String(input)
  const url = text.length > maxUrlLength ? null : URL.parse(text, base?.href)
  if (url) return url
  throw outboundProblem('outbound.bad-url', {
    message:
      text.length > maxUrlLength
        ? `The URL is longer than ${maxUrlLength} characters.`
        : 'This is not a complete URL.',
    hint: 'Give it with its scheme and host: https://example.org/page',
  })
}
