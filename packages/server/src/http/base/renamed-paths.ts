/** Paths of the previous release, each with its current name. They are removed with the next release. */
const renamed: readonly (readonly [before: string, now: string])[] = [
  ['/api/v1/signal-sources', '/api/v1/triggers'],
  ['/api/v1/signal-times', '/api/v1/trigger-times'],
  ['/api/v1/signals', '/api/v1/trigger-deliveries'],
  ['/api/v1/observations', '/api/v1/memories'],
  ['/api/v1/arrivals', '/api/v1/reviews'],
]

/** The current path of a request that uses a name of the previous release. Pure. */
export function currentPath(path: string): string {
  const match = renamed.find(([before]) => path === before || path.startsWith(`${before}/`))
  return match ? match[1] + path.slice(match[0].length) : path
}

/** The header that names a webhook, and its name in the previous release. */
export function triggerIdHeader(headers: Headers): string {
  return headers.get('repertoire-trigger') ?? headers.get('repertoire-signal') ?? ''
}
