/** A path on this server to go to after a login; `/` for anything that could lead elsewhere. */
export function safePath(path: string | undefined): string {
  if (path === undefined || path.length > 1_500) return '/'
  return /^\/(?!\/)[\x21\x23-\x5b\x5d-\x7e]*$/.test(path) && !path.startsWith('/api/') ? path : '/'
}
