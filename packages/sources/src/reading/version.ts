/** The ETag in a version of a source, to ask with; null when the version has none. */
export function etagOf(version: string | null): string | null {
  return version?.startsWith('etag:') ? version.slice('etag:'.length) : null
}

export function etagVersion(etag: string): string {
  return `etag:${etag}`
}
