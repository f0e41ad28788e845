import type { Sha256 } from '../../base/sha256.ts'
import type { PublishedSkill } from '../../domain/published-skill.ts'
import type { ManifestEntry } from '../../domain/skill.ts'
import type { RegistryView } from './registry-answers.ts'

/** Our name as the owner of every skill, where ClawHub has many. */
export const clawHubOwner = 'repertoire'

/**
 * The version of a published revision, as ClawHub's clients compare versions: the number of the revision. Only the
 * published one is given out, so an older version does not exist.
 */
export function clawHubVersion({ revision }: Pick<PublishedSkill, 'revision'>): string {
  return `0.0.${revision}`
}

/** Whether a request means the published revision: by its version, by the tag `latest`, or by neither. */
export function isPublishedVersion(
  skill: Pick<PublishedSkill, 'revision'>,
  wanted: { readonly version?: string | undefined; readonly tag?: string | undefined },
): boolean {
  const { version, tag = 'latest' } = wanted
  return version === undefined ? tag === 'latest' : version === clawHubVersion(skill)
}

/** Best first: clients sort by the score. */
export function clawHubSearch(skills: readonly PublishedSkill[]) {
  return {
    results: skills.map((skill, at) => ({
      score: 1 - at / (skills.length + 1),
      ...{ slug: skill.name, displayName: skill.title, summary: skill.description },
      ...{ version: clawHubVersion(skill), updatedAt: skill.updatedAt, downloads: skill.installs },
      ...{ ownerHandle: clawHubOwner, owner },
    })),
  }
}

/** The orders that ClawHub's clients ask for; by name without one of them. */
const views: ReadonlyMap<string, RegistryView> = new Map([
  ...['downloads', 'installs', 'installsAllTime', 'stars'].map((one) => [one, 'all-time'] as const),
  ...['trending', 'installsCurrent'].map((one) => [one, 'trending'] as const),
  ...['updated', 'newest'].map((one) => [one, 'hot'] as const),
])

export function clawHubView(sort: string): RegistryView | undefined {
  return views.get(sort)
}

export function clawHubListed(skill: PublishedSkill) {
  return { ...described(skill), latestVersion: versionOf(skill), metadata: null }
}

/** A reviewed skill: this registry gives out no other, so it has no verdict to show. */
export function clawHubSkill(skill: PublishedSkill) {
  return {
    skill: described(skill),
    latestVersion: versionOf(skill),
    ...{ metadata: null, owner, moderation: null },
  }
}

export function clawHubVersions(skill: PublishedSkill) {
  return { items: [versionOf(skill)], nextCursor: null }
}

export function clawHubFiles(skill: PublishedSkill) {
  const files = skill.manifest.map(({ path, sha256, size }) => ({ path, sha256, size }))
  return {
    version: { ...versionOf(skill), files },
    skill: { slug: skill.name, displayName: skill.title },
  }
}

export function clawHubInstall({ name, revision }: PublishedSkill, downloadUrl: string) {
  const version = clawHubVersion({ revision })
  return {
    ok: true,
    slug: name,
    installKind: 'archive',
    archive: { version, downloadUrl },
  } as const
}

/** Which version has files of this hash: the published one, or none that is given out. */
export function clawHubResolve(skill: PublishedSkill, hash: string, sha256: Sha256) {
  const latestVersion = { version: clawHubVersion(skill) }
  const isIt = hash.toLowerCase() === clawHubHash(skill.manifest, sha256)
  return { match: isIt ? latestVersion : null, latestVersion }
}

/**
 * The hash that ClawHub knows a version by: SHA-256 of the lines `PATH:SHA256HEX`, sorted by path. Paths with a name that
 * begins with a dot, and the card that the registry adds, do not count.
 */
export function clawHubHash(
  files: readonly Pick<ManifestEntry, 'path' | 'sha256'>[],
  sha256: Sha256,
): string {
  const lines = files
    .filter(({ path }) => !isLeftOut(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((file) => `${file.path}:${file.sha256}`)
  return sha256(lines.join('\n'))
}

function isLeftOut(path: string): boolean {
  const names = path.split('/')
  return names.some((name) => name.startsWith('.')) || path.toLowerCase() === 'skill-card.md'
}

const owner = { handle: clawHubOwner, displayName: 'Repertoire', image: null }

function described(skill: PublishedSkill) {
  const { name, title, description, tags, installs, publishedAt, updatedAt } = skill
  return {
    ...{ slug: name, displayName: title, summary: description, topics: [...tags] },
    tags: { latest: clawHubVersion(skill) },
    stats: { downloads: installs },
    ...{ createdAt: publishedAt, updatedAt },
  }
}

function versionOf(skill: PublishedSkill) {
  const { publishedAt: createdAt, license } = skill
  return { version: clawHubVersion(skill), createdAt, changelog: '', license }
}
