/**
 * Whether a request with a cookie comes from our own page. Browsers say so by Sec-Fetch-Site, older ones by an
 * Origin equal to the Host. A request with neither is not trusted.
 */
export function isSameOrigin(headers: Headers, requestUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = headers.get('origin')
  return origin !== null && originHost(origin) === requestHost(headers, requestUrl)
}

/** True unless a browser says that another site made the request. */
export function isNotCrossSite(headers: Headers, requestUrl: string): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null || originHost(origin) === requestHost(headers, requestUrl)
}

/** The host, with its port, that a request was addressed to. */
export function requestHost(headers: Headers, requestUrl: string): string {
  return (headers.get('host') ?? new URL(requestUrl).host).toLowerCase()
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host.toLowerCase() : undefined
}
