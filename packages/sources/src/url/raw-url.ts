import { type GitHosts, publicGitHosts } from '@repertoire/core/domain'

/**
 * The address of the file that a page shows: pages of files on GitHub and GitLab, and gists, become the addresses of their
 * raw files. Any other address stays. Pure.
 */
export function rawUrl(address: string, hosts: GitHosts = publicGitHosts): string {
  const url = URL.parse(address)
  if (!url) return address
  const raw = rawOf(url, hosts)
  if (!raw) return address
  raw.search = ''
  raw.hash = ''
  return raw.href
}

/** A page that lists files instead of showing one; it is a source of another kind. */
export function isRepositoryPage(address: string, hosts: GitHosts = publicGitHosts): boolean {
  const url = URL.parse(address)
  if (!url) return false
  const parts = url.pathname.split('/').filter((part) => part !== '')
  if (isGitHub(url, hosts)) return parts.length === 2 || parts[2] === 'tree'
  return url.pathname.includes('/-/tree/') || url.pathname.endsWith('.git')
}

/** github.com, whose files are on a host of their own. */
export function isPublic({ host }: URL): boolean {
  return host === 'github.com' || host === 'www.github.com'
}

export function isGitHub({ host }: URL, { github }: GitHosts): boolean {
  return host === 'www.github.com' || github.includes(host)
}

function rawOf(url: URL, hosts: GitHosts): URL | null {
  const { hostname, pathname } = url
  if (isGitHub(url, hosts)) {
    const file = /^\/([^/]+)\/([^/]+)\/(?:blob|raw)\/(.+)$/.exec(pathname)
    if (!file) return null
    const [, owner, name, path] = file
    return isPublic(url)
      ? new URL(`https://raw.githubusercontent.com/${owner}/${name}/${path}`)
      : new URL(`${url.origin}/${owner}/${name}/raw/${path}`)
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
