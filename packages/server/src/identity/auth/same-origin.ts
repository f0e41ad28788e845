import type { ExternalRequest } from '../../platform/proxy/external-request.ts'

/** Where a request was sent to, as its client sees it. */
export type ExternalOrigin = Pick<ExternalRequest, 'scheme' | 'host'>

/**
 * Whether a request with a cookie comes from our own page. Browsers say so by Sec-Fetch-Site, older ones by an
 * Origin that is ours. A request with neither is not trusted.
 */
export function isSameOrigin(headers: Headers, own: ExternalOrigin): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin !== null && isOwn(origin, own)
}

/** True unless a browser says that another site made the request. */
export function isNotCrossSite(headers: Headers, own: ExternalOrigin): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null || isOwn(origin, own)
}

/** The host, with its port, that a request was addressed to. */
export function requestHost(headers: Headers, requestUrl: string): string {
  return (headers.get('host') ?? new URL(requestUrl).host).toLowerCase()
}

/** Where the scheme is `http`, TLS may end at a proxy that is not known, so that either scheme is ours. */
function isOwn(origin: string, { scheme, host }: ExternalOrigin): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host: originHost } = new URL(origin)
  return originHost === host && (scheme === 'http' || protocol === 'https:')
}
