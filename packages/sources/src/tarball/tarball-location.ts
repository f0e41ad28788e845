import type { GitHosts } from '@repertoire/core/domain'
import type { RepositoryPlace } from '../git/repository-place.ts'

export interface TarballLocation {
  /** Answers with the commit of the ref. */
  readonly commitUrl: string
  readonly commitAccept: string
  /** The commit in that answer; null for any other answer. */
  readonly commitOf: (answer: string) => string | null
  /** A gzipped tar of everything at a commit. */
  readonly archiveUrl: (commit: string) => string
}

/** Where hosts of GitHub and GitLab give the archive of a repository; null for any other host. Pure. */
export function tarballLocation(
  { url, ref }: RepositoryPlace,
  hosts: GitHosts,
): TarballLocation | null {
  const name = url.pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')
  const at = encodeURIComponent(ref ?? 'HEAD')
  if (!name.includes('/')) return null
  if (hosts.github.includes(url.host)) {
    const base = url.host === 'github.com' ? 'https://api.github.com' : `${url.origin}/api/v3`
    const api = `${base}/repos/${name}`
    return {
      commitUrl: `${api}/commits/${at}`,
      commitAccept: 'application/vnd.github.sha',
      commitOf: (answer) => commitIn(answer.trim()),
      archiveUrl: (commit) => `${api}/tarball/${commit}`,
    }
  }
  if (hosts.gitlab.includes(url.host)) {
    const api = `${url.origin}/api/v4/projects/${encodeURIComponent(name)}/repository`
    return {
      commitUrl: `${api}/commits/${at}`,
      commitAccept: 'application/json',
      commitOf: (answer) => commitIn(/"id"\s*:\s*"([0-9a-f]{40})"/.exec(answer)?.[1] ?? ''),
      archiveUrl: (commit) => `${api}/archive.tar.gz?sha=${commit}`,
    }
  }
  return null
}

function commitIn(text: string): string | null {
  return /^[0-9a-f]{40}$/.test(text) ? text : null
}
