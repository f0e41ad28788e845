import { filePathFault } from '@repertoire/skill-md'
import { z } from 'zod'
import { type GitConfig, gitConfigOf, isGitHubRepository } from './git-config.ts'

/** The folder of a plugin; an empty one is the root of its repository. */
export interface PluginFolder {
  readonly repository: GitConfig
  readonly folder: string
}

export type PluginSourceReading =
  | { readonly source: PluginFolder; readonly fault?: undefined }
  /** Why its skills cannot be read, as the end of a sentence. */
  | { readonly source?: undefined; readonly fault: string }

export interface MarketplaceContext {
  /** The repository of the marketplace itself; null where it is in none. */
  readonly repository: GitConfig | null
  /** The folder that relative paths begin in. */
  readonly pluginRoot: string
}

const text = z.string().max(500)
const sha = z.string().regex(/^[0-9a-f]{40}$/i, 'its sha is no commit')

const sourceSchema = z.union([
  text,
  z.looseObject({
    source: z.literal('github'),
    repo: text.refine(isGitHubRepository),
    ref: text.optional(),
    sha: sha.optional(),
  }),
  z.looseObject({ source: z.literal('url'), url: text, ref: text.optional(), sha: sha.optional() }),
  z.looseObject({
    source: z.literal('git-subdir'),
    url: text,
    path: text,
    ref: text.optional(),
    sha: sha.optional(),
  }),
])

/** Where a plugin is kept. Only https repositories are read, and nothing that leads out of one. Pure. */
export function pluginSource(value: unknown, context: MarketplaceContext): PluginSourceReading {
  const parsed = sourceSchema.safeParse(value)
  if (!parsed.success)
    return { fault: isNpm(value) ? 'it is an npm package' : 'its source is not valid' }
  const source = parsed.data
  if (typeof source === 'string') return relativeSource(source, context)
  const url = source.source === 'github' ? `https://github.com/${source.repo}` : gitUrl(source.url)
  const repository = gitConfigOf({ url, ref: source.sha ?? source.ref ?? null })
  if (!repository) return { fault: 'its repository is not at an https address without credentials' }
  return inFolder(repository, source.source === 'git-subdir' ? source.path : '')
}

function relativeSource(
  path: string,
  { repository, pluginRoot }: MarketplaceContext,
): PluginSourceReading {
  if (!repository) return { fault: 'it is beside the marketplace, which is in no known repository' }
  return inFolder(repository, pluginRoot === '' ? path : `${pluginRoot}/${path}`)
}

function inFolder(repository: GitConfig, path: string): PluginSourceReading {
  const folder = relativeFolder(path)
  if (folder === null) return { fault: 'its path leaves the repository' }
  return { source: { repository, folder } }
}

/** `./a/b/` as `a/b`, `./` as the empty text; null for a path that leaves the folder it is in. Pure. */
export function relativeFolder(path: string): string | null {
  if (path.startsWith('/') || path.includes('\\')) return null
  const folder = path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
  return folder === '' || filePathFault(folder) === undefined ? folder : null
}

/** `owner/name` is a repository on GitHub here too. */
function gitUrl(url: string): string {
  return isGitHubRepository(url) ? `https://github.com/${url}` : url
}

function isNpm(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'source' in value && value.source === 'npm'
}
