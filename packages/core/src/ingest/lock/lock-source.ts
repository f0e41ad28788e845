import type { SourceConfig } from '../../domain/skill-source.ts'
import { type LockEntry, publicAddress } from './skill-lock.ts'

/** The address of a source as a lock has it; null for one that another server cannot read. Pure. */
export function lockAddress(config: SourceConfig): string | null {
  if (config.kind === 'samples') return null
  if (config.kind === 'github') return config.repo
  const address = publicAddress('url' in config ? config.url : config.baseUrl)
  return address.startsWith('https:') ? address : null
}

/** The path of an entry of a source as a lock has it. Pure. */
export function lockPath(kind: SourceConfig['kind'], entryId: string): string {
  return kind === 'url' || entryId === '.' ? '' : entryId
}

type Place = Pick<LockEntry, 'kind' | 'source' | 'commit'>

/** The config that reads these paths of a source, at the commit where there is one. Pure. */
export function configOfLock(
  { kind, source, commit }: Place,
  paths: readonly string[],
): SourceConfig {
  switch (kind) {
    case 'github':
      return { kind, repo: source, ref: commit, path: commonFolder(paths) }
    case 'git':
      return { kind, url: source, ref: commit, path: commonFolder(paths) }
    case 'url':
    case 'well-known':
    case 'plugin-marketplace':
      return { kind, url: source }
    case 'marketplace':
    case 'clawhub':
      return { kind, baseUrl: source, skills: paths }
  }
}

/** The innermost folder that all paths are in, or are. */
function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/'))
  const differs = first.findIndex((part, at) => others.some((other) => other[at] !== part))
  return (differs < 0 ? first : first.slice(0, differs)).join('/')
}
