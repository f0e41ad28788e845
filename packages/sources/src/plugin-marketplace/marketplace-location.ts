import { type GitHosts, publicGitHosts } from '@repertoire/core/domain'
import { remoteProblem } from '../http/remote-problems.ts'
import { isGitHub, isPublic, rawUrl } from '../url/raw-url.ts'
import { type GitConfig, gitConfigOf } from './git-config.ts'

export interface MarketplaceLocation {
  /** Of the marketplace.json. */
  readonly url: string
  /** The repository that plugins with a relative path are in; null where the file is in none that is known. */
  readonly repository: GitConfig | null
}

const manifestPath = '.claude-plugin/marketplace.json'
const gitHubPage = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?(?:tree\/([^/]+)\/?)?$/
const gitHubRaw = /^\/([\w.-]+)\/([\w.-]+)\/([^/]+)\/\.claude-plugin\/marketplace\.json$/
const gitHubOwnRaw = /^\/([\w.-]+)\/([\w.-]+)\/raw\/([^/]+)\/\.claude-plugin\/marketplace\.json$/
const gitLabPage = /^(\/[\w.-]+(?:\/[\w.-]+)+?)(?:\.git)?\/?(?:\/-\/tree\/([^/]+)\/?)?$/
const gitLabRaw =
  /^(\/[\w.-]+(?:\/[\w.-]+)+?)\/-\/raw\/([^/]+)\/\.claude-plugin\/marketplace\.json$/

/**
 * Where a marketplace is: at the address of its marketplace.json, or in a repository of GitHub or GitLab, at the branch
 * that its page names. Throws `source.unsupported`.
 */
export function marketplaceLocation(
  address: string,
  hosts: GitHosts = publicGitHosts,
): MarketplaceLocation {
  const url = URL.parse(rawUrl(address, hosts))
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw unsupported()
  }
  url.hash = ''
  const located = onGitHub(url, hosts) ?? onGitLab(url, hosts)
  if (located) return located
  if (!url.pathname.endsWith('.json')) throw unsupported()
  return { url: url.href, repository: null }
}

function onGitHub(url: URL, hosts: GitHosts): MarketplaceLocation | null {
  const isRaw = url.hostname === 'raw.githubusercontent.com'
  if (!isRaw && !isGitHub(url, hosts)) return null
  const { origin, pathname } = url
  const isOwn = !isRaw && !isPublic(url)
  const ownRaw = isOwn ? gitHubOwnRaw.exec(pathname) : null
  const parts = ownRaw ?? (isRaw ? gitHubRaw : gitHubPage).exec(pathname)
  if (!parts) return null
  const [, owner, name, ref = 'HEAD'] = parts
  return {
    url: isOwn
      ? `${origin}/${owner}/${name}/raw/${ref}/${manifestPath}`
      : `https://raw.githubusercontent.com/${owner}/${name}/${ref}/${manifestPath}`,
    repository: gitConfigOf({
      url: isOwn ? `${origin}/${owner}/${name}.git` : `https://github.com/${owner}/${name}`,
      ref: namedRef(ref),
    }),
  }
}

function onGitLab({ host, origin, pathname }: URL, hosts: GitHosts): MarketplaceLocation | null {
  const raw = gitLabRaw.exec(pathname)
  const parts = raw ?? (hosts.gitlab.includes(host) ? gitLabPage.exec(pathname) : null)
  if (!parts) return null
  const [, path, ref = 'HEAD'] = parts
  return {
    url: `${origin}${path}/-/raw/${ref}/${manifestPath}`,
    repository: gitConfigOf({ url: `${origin}${path}.git`, ref: namedRef(ref) }),
  }
}

function namedRef(ref: string): string | null {
  return ref === 'HEAD' ? null : decodeURIComponent(ref)
}

function unsupported() {
  return remoteProblem('source', 'unsupported', {
    message: 'This is not the address of a marketplace of plugins.',
    hint: 'Give the https address of its marketplace.json, or of its repository on GitHub or GitLab.',
  })
}
