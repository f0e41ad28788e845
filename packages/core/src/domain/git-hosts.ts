/** Hosts of repositories by whose addresses they are known, as `host` or `host:port`, lower-case. */
export interface GitHosts {
  /** With the addresses of GitHub: github.com, and servers of GitHub Enterprise. */
  readonly github: readonly string[]
  /** With those of GitLab: gitlab.com, and servers of one's own. */
  readonly gitlab: readonly string[]
}

export const publicGitHosts: GitHosts = { github: ['github.com'], gitlab: ['gitlab.com'] }
