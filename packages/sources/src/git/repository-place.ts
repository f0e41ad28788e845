import type { SourceConfig } from '@repertoire/core/domain'
import { unsupportedKind } from '../reading/unsupported-kind.ts'

/** Where a repository is, and what of it is read. */
export interface RepositoryPlace {
  readonly url: URL
  readonly ref: string | null
  /** The folder to look in; empty for the whole repository. */
  readonly path: string
}

/** Of the kinds `git` and `github`. Throws ProblemError `source.unsupported`. */
export function placeOf(config: SourceConfig): RepositoryPlace {
  if (config.kind === 'github') {
    const url = new URL(`https://github.com/${config.repo}.git`)
    return { url, ref: config.ref, path: config.path }
  }
  if (config.kind !== 'git') throw unsupportedKind(config.kind)
  const url = URL.parse(config.url)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw unsupportedKind(config.kind)
  }
  return { url, ref: config.ref, path: config.path }
}
