import { ProblemError } from '../../base/errors.ts'
import type { GitHosts } from '../../domain/git-hosts.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import { sourceInvalid } from './source-problems.ts'

/** A repository, and what its page shows of it. */
interface RepositoryAddress {
  readonly host: string
  /** `owner/name`; on GitLab also with groups between. */
  readonly name: string
  readonly ref: string | null
  readonly path: string
}

const onGitHub = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?(?:\/tree\/([^/]+)(?:\/(.+?))?\/?)?$/
const onGitLab = /^\/([\w.-]+(?:\/[\w.-]+)+?)(?:\.git)?\/?(?:\/-\/tree\/([^/]+)(?:\/(.+?))?\/?)?$/

/**
 * The config of what a person gave as a repository: `owner/name` is on github.com; `HOST/owner/name` and pages of folders
 * are on the known hosts of GitHub and GitLab. Other configs stay. Throws ProblemError `source.invalid` for a host that is
 * none of these. Pure.
 */
export function resolveRepository(config: SourceConfig, hosts: GitHosts): SourceConfig {
  if (config.kind === 'github') {
    if (config.repo.split('/').length < 3) return config
    const found = addressIn(config.repo, hosts)
    if (!found) throw new ProblemError(unknownHost(config.repo, hosts))
    return configAt(found, config)
  }
  if (config.kind !== 'git') return config
  const found = addressIn(config.url, hosts)
  return found && found.ref !== null ? configAt(found, config) : config
}

function addressIn(text: string, { github, gitlab }: GitHosts): RepositoryAddress | null {
  const url = URL.parse(/^https?:/.test(text) ? text : `https://${text}`)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const pattern = github.includes(url.host) ? onGitHub : gitlab.includes(url.host) ? onGitLab : null
  const [, name, ref, path] = pattern?.exec(url.pathname) ?? []
  if (name === undefined) return null
  return { host: url.host, name, ref: decoded(ref) ?? null, path: decoded(path) ?? '' }
}

/** A ref and a folder that are given beside the address count. */
function configAt(
  { host, name, ref, path }: RepositoryAddress,
  given: { readonly ref: string | null; readonly path: string },
): SourceConfig {
  const place = { ref: given.ref ?? ref, path: given.path === '' ? path : given.path }
  if (host === 'github.com') return { kind: 'github', repo: name, ...place }
  return { kind: 'git', url: `https://${host}/${name}.git`, ...place }
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function unknownHost(repo: string, { github, gitlab }: GitHosts) {
  const host = repo.replace(/^https?:\/\//, '').split('/')[0] ?? ''
  return sourceInvalid(
    'repo',
    `This server knows no repositories on "${host.slice(0, 100)}": it knows ${[...github, ...gitlab].join(', ')}.`,
    'Give the https address of the repository as a source of the kind git. Whoever runs the server adds hosts with REPERTOIRE_GITHUB_HOSTS and REPERTOIRE_GITLAB_HOSTS.',
  )
}
