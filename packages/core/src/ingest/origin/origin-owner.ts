import { isSlug, slugify } from '@repertoire/skill-md'
import type { SkillOrigin } from '../../domain/skill.ts'

/** Who a skill comes from: the owner of a repository, a registry's publisher, a host, or this server's people. */
export interface OriginOwner {
  /** Equal for two skills of one owner: `github.com/acme`, `skills.example.com`, `local`. */
  readonly key: string
  /** Prefixes for a slug that is taken, the shortest first. */
  readonly prefixes: readonly string[]
}

/** Hosts whose addresses start with the owner of the repository. */
const gitHosts: ReadonlyMap<string, string> = new Map([
  ['github.com', 'github.com'],
  ['raw.githubusercontent.com', 'github.com'],
  ['codeload.github.com', 'github.com'],
  ['gitlab.com', 'gitlab.com'],
  ['bitbucket.org', 'bitbucket.org'],
  ['codeberg.org', 'codeberg.org'],
])

type Place = Pick<SkillOrigin, 'sourceType' | 'sourceUrl' | 'sourceId'>

/**
 * The owner of an origin, as it was stated. Skills that were written here, or imported without a source, are
 * this server's own. Pure.
 */
export function ownerOf({ sourceType, sourceUrl, sourceId }: Place): OriginOwner {
  const url = sourceUrl === null ? null : URL.parse(sourceUrl)
  if (!url && sourceType === 'manual') return { key: 'local', prefixes: ['local'] }
  const stated = url?.hostname.replace(/^www\./, '') ?? ''
  const host = gitHosts.get(stated) ?? (stated || (sourceType === 'github' ? 'github.com' : ''))
  // On any host the address of a repository names its owner first.
  const isRepository = gitHosts.has(stated) || /^\/[^/]+\/.+\.git$/.test(url?.pathname ?? '')
  const fromPath = isRepository ? url?.pathname.split('/')[1] : undefined
  const fromId = sourceId?.includes('/') ? sourceId.split('/')[0] : undefined
  const isPublished = sourceType === 'marketplace' || (sourceType === 'github' && !fromPath)
  const owner = (fromPath || (isPublished && fromId) || '').toLowerCase()
  const place = host || sourceType
  if (owner === '') return { key: place, prefixes: [place] }
  return { key: `${place}/${owner}`, prefixes: [owner, `${place}-${owner}`] }
}

/** The longest slug that `owner/name` finds again, and that is a valid name in the open format. */
const maxLength = 64

/**
 * The slugs for a skill whose slug another owner's skill has: `acme/postgres` as `acme-postgres`, which every
 * name with a slash means. Without those that would be too long. Pure.
 */
export function relatedSlugs(owner: OriginOwner, slug: string): readonly string[] {
  return owner.prefixes
    .map((prefix) => `${slugify(prefix)}-${slug.replaceAll(/[._]/g, '-')}`)
    .filter((text) => text.length <= maxLength && isSlug(text))
}
