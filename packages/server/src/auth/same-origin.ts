/**
 * Whether a request a browser sends along with its cookie was made by our own page. Browsers say so in
 * Sec-Fetch-Site, older ones by an Origin equal to the Host; a request that says neither is not trusted.
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

/** The host (with port) a request was addressed to. */
export function requestHost(headers: Headers, requestUrl: string): string {
  return (headers.get('host') ?? new URL(requestUrl).host).toLowerCase()
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host.toLowerCase() : undefined
}
