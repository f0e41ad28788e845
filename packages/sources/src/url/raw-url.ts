/**
 * The address of the file that a page shows: pages of files on GitHub and GitLab, and gists, become the addresses of their
 * raw files. Any other address stays. Pure.
 */
export function rawUrl(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const raw = rawOf(url)
  if (!raw) return address
  raw.search = ''
  raw.hash = ''
  return raw.href
}

/** A page that lists files instead of showing one; it is a source of another kind. */
export function isRepositoryPage(address: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  const parts = url.pathname.split('/').filter((part) => part !== '')
  if (/^(?:www\.)?github\.com$/.test(url.hostname)) return parts.length === 2 || parts[2] === 'tree'
  return url.pathname.includes('/-/tree/') || url.pathname.endsWith('.git')
}

function rawOf(url: URL): URL | null {
  const { hostname, pathname } = url
  if (/^(?:www\.)?github\.com$/.test(hostname)) {
    const file = /^\/([^/]+)\/([^/]+)\/(?:blob|raw)\/(.+)$/.exec(pathname)
    return file && new URL(`https://raw.githubusercontent.com/${file[1]}/${file[2]}/${file[3]}`)
  }
  if (hostname === 'gist.github.com') {
    const gist = /^\/([^/]+)\/([0-9a-f]{5,64})(\/raw.*)?\/?$/i.exec(pathname)
    const path = gist && `/${gist[1]}/${gist[2]}${gist[3] ?? '/raw'}`
    return path ? new URL(path, 'https://gist.githubusercontent.com') : null
  }
  if (!pathname.includes('/-/blob/')) return null
  const raw = new URL(url)
  raw.pathname = pathname.replace('/-/blob/', '/-/raw/')
  return raw
}
