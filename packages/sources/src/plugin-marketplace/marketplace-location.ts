import { remoteProblem } from '../http/remote-problems.ts'
import { rawUrl } from '../url/raw-url.ts'
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
const gitLabPage = /^(\/[\w.-]+(?:\/[\w.-]+)+?)(?:\.git)?\/?(?:\/-\/tree\/([^/]+)\/?)?$/
const gitLabRaw =
  /^(\/[\w.-]+(?:\/[\w.-]+)+?)\/-\/raw\/([^/]+)\/\.claude-plugin\/marketplace\.json$/

/**
 * Where a marketplace is: at the address of its marketplace.json, or in a repository of GitHub or GitLab, at the branch
 * that its page names. Throws `source.unsupported`.
 */
export function marketplaceLocation(address: string): MarketplaceLocation {
  const url = URL.parse(rawUrl(address))
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw unsupported()
  }
  url.hash = ''
  const located = onGitHub(url) ?? onGitLab(url)
  if (located) return located
  if (!url.pathname.endsWith('.json')) throw unsupported()
  return { url: url.href, repository: null }
}

function onGitHub({ hostname, pathname }: URL): MarketplaceLocation | null {
  const isRaw = hostname === 'raw.githubusercontent.com'
  if (!isRaw && !/^(?:www\.)?github\.com$/.test(hostname)) return null
  const parts = (isRaw ? gitHubRaw : gitHubPage).exec(pathname)
  if (!parts) return null
  const [, owner, name, ref = 'HEAD'] = parts
  return {
    url: `https://raw.githubusercontent.com/${owner}/${name}/${ref}/${manifestPath}`,
    repository: gitConfigOf({ url: `https://github.com/${owner}/${name}`, ref: namedRef(ref) }),
  }
}

function onGitLab({ hostname, origin, pathname }: URL): MarketplaceLocation | null {
  const raw = gitLabRaw.exec(pathname)
  const parts = raw ?? (hostname === 'gitlab.com' ? gitLabPage.exec(pathname) : null)
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
