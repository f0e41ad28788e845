import type { SourceConfig } from '@repertoire/core/domain'

/** A whole repository at one ref. */
export type GitConfig = Extract<SourceConfig, { kind: 'github' | 'git' }>

interface Repository {
  readonly url: string
  readonly ref: string | null
}

/** A repository as the reader of git takes it; null for anything but https without credentials, query and fragment. */
export function gitConfigOf({ url: address, ref }: Repository): GitConfig | null {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  if (url.search !== '' || url.hash !== '' || url.pathname === '/' || address.length > 500)
    return null
  if (ref !== null && !isRef(ref)) return null
  const path = url.pathname.replace(/\/+$/, '')
  if (url.hostname === 'github.com') {
    const repo = path.slice(1).replace(/\.git$/, '')
    return isGitHubRepository(repo) ? { kind: 'github', repo, ref, path: '' } : null
  }
  return { kind: 'git', url: `${url.origin}${path}`, ref, path: '' }
}

export function isGitHubRepository(repo: string): boolean {
  return /^\w[\w.-]{0,99}\/\w[\w.-]{0,99}$/.test(repo) && !repo.includes('..')
}

function isRef(ref: string): boolean {
  return /^\w[\w./+-]{0,199}$/.test(ref) && !ref.includes('..') && !ref.endsWith('.lock')
}

/** One key for one repository at one ref; {@link parseGitKey} reads it. */
export function gitKey(config: GitConfig): string {
  const address = config.kind === 'github' ? `https://github.com/${config.repo}` : config.url
  return config.ref === null ? address : `${address}#${config.ref}`
}

/** Null for a text that is no key. */
export function parseGitKey(key: string): GitConfig | null {
  const at = key.indexOf('#')
  return at === -1
    ? gitConfigOf({ url: key, ref: null })
    : gitConfigOf({ url: key.slice(0, at), ref: key.slice(at + 1) })
}
