import type { SkillId, Timestamp } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { PublishedSkill } from '../../domain/published-skill.ts'
import type { PackageFile } from '../../domain/skill.ts'
import { snapshotHashes } from '../../ingest/packages/snapshot-hash.ts'

/** How our registry calls itself. */
export interface RegistryIdentity {
  /** `owner/repository` in form: the `SOURCE` in paths and ids. */
  readonly source: string
  /** The address below which clients find an index with this skill, for `skills add`. */
  readonly indexUrl: (name: string) => string
  /** The page about a skill. */
  readonly pageUrl: (id: SkillId) => string
}

export const registryViews = ['all-time', 'trending', 'hot'] as const
export type RegistryView = (typeof registryViews)[number]

/** `GET /api/search?q&limit`: what `skills find` reads. Its picks run `skills add SOURCE`, so that is an index. */
export function findAnswer(skills: readonly PublishedSkill[], identity: RegistryIdentity) {
  return {
    skills: skills.map(({ name, installs }) => ({
      id: `${identity.source}/${name}`,
      // Clients install the skill of this name.
      name,
      source: identity.indexUrl(name),
      installs,
    })),
  }
}

/** `GET /api/v1/skills/search?q&limit`. */
export function searchAnswer(
  skills: readonly PublishedSkill[],
  identity: RegistryIdentity,
  query: string,
) {
  return { data: skills.map((skill) => listed(skill, identity)), query, count: skills.length }
}

export interface RegistryPage {
  readonly view: RegistryView
  /** From 0. */
  readonly page: number
  readonly perPage: number
}

/** `GET /api/v1/skills?view&page&per_page`: the most used, the last used, the last changed. */
export function listAnswer(
  skills: readonly PublishedSkill[],
  identity: RegistryIdentity,
  { view, page, perPage }: RegistryPage,
) {
  const sorted = inOrderOf(skills, view)
  const from = page * perPage
  const data = sorted.slice(from, from + perPage).map((skill) => listed(skill, identity))
  const total = skills.length
  return { data, pagination: { page, perPage, total, hasMore: from + perPage < total } }
}

/** In the order of a view. */
export function inOrderOf(
  skills: readonly PublishedSkill[],
  view: RegistryView,
): readonly PublishedSkill[] {
  return skills.toSorted(orders[view])
}

type Order = (one: PublishedSkill, other: PublishedSkill) => number

const byName: Order = (one, other) => (one.name < other.name ? -1 : 1)
const newestFirst = (one: Timestamp | null, other: Timestamp | null): number =>
  (other ?? 0) - (one ?? 0)
const orders: Readonly<Record<RegistryView, Order>> = {
  'all-time': (one, other) => other.installs - one.installs || byName(one, other),
  trending: (one, other) => newestFirst(one.lastUsedAt, other.lastUsedAt) || byName(one, other),
  hot: (one, other) => newestFirst(one.updatedAt, other.updatedAt) || byName(one, other),
}

/** `GET /api/v1/skills/SOURCE/NAME`, with the files of the published revision. */
export function skillAnswer(
  skill: PublishedSkill,
  files: readonly PackageFile[],
  { identity, sha256 }: { readonly identity: RegistryIdentity; readonly sha256: Sha256 },
) {
  return { ...listed(skill, identity), ...downloadAnswer(files, sha256) }
}

/** `GET /api/download/SOURCE/NAME`. */
export function downloadAnswer(files: readonly PackageFile[], sha256: Sha256) {
  return { files: files.map(fileAnswer), hash: snapshotHashes(files, sha256)[0] }
}

function listed(skill: PublishedSkill, identity: RegistryIdentity) {
  const { id, name, title, description, installs } = skill
  return {
    id: `${identity.source}/${name}`,
    slug: name,
    name: title,
    description,
    source: identity.source,
    installs,
    sourceType: 'well-known',
    installUrl: identity.indexUrl(name),
    url: identity.pageUrl(id),
  }
}

export interface AnsweredFile {
  readonly path: string
  readonly contents: string
  /** The shape has text only, so a file that is not UTF-8 says how it is encoded. */
  readonly encoding?: 'base64'
  readonly executable?: true
}

function fileAnswer({ path, bytes, executable }: PackageFile): AnsweredFile {
  const flag = executable ? ({ executable } as const) : {}
  const text = textOf(bytes)
  if (text !== null) return { path, contents: text, ...flag }
  return { path, contents: base64Of(bytes), encoding: 'base64', ...flag }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    // With its byte order mark, so that the bytes come back as they were.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  }
  return btoa(binary)
}
