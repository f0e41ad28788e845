import type { RevisionDigest } from '../../base/ids.ts'
import { toJsonText } from '../../base/json-text.ts'
import type { SourceKind } from '../../domain/skill-source.ts'

/** Samples come with each server, so that no lock names them. */
export type LockedKind = Exclude<SourceKind, 'samples'>

/** One skill of a lock: where its content is from, and the digest that content has. */
export interface LockEntry {
  readonly slug: string
  readonly kind: LockedKind
  /** `owner/name` of a repository on GitHub, else an address without credentials, query and fragment. */
  readonly source: string
  /** The commit that was read, 40 or 64 hex digits; null where the source has none. */
  readonly commit: string | null
  /** The folder in the source; empty for its root. */
  readonly path: string
  readonly digest: RevisionDigest
}

/** The exact skills of an organisation, by slug (`repertoire.lock`). */
export interface SkillLock {
  readonly version: 1
  readonly skills: readonly LockEntry[]
}

/** The lock of `entries`: sorted by slug, addresses without anything that could be a secret. */
export function buildLock(entries: readonly LockEntry[]): SkillLock {
  const skills = entries.map((entry) => ({ ...entry, source: publicAddress(entry.source) }))
  return { version: 1, skills: skills.sort((a, b) => (a.slug < b.slug ? -1 : 1)) }
}

/** The text of a lock: the same skills give the same bytes. */
export function serialiseLock(lock: SkillLock): string {
  const skills = buildLock(lock.skills).skills.map((entry) => ({
    slug: entry.slug,
    kind: entry.kind,
    source: entry.source,
    commit: entry.commit,
    path: entry.path,
    digest: entry.digest,
  }))
  return toJsonText({ version: 1, skills })
}

/** Tokens are also given in queries and before an `@`, so only origin and path stay. */
export function publicAddress(source: string): string {
  const url = URL.parse(source)
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.origin + url.pathname
  return source.replace(/[?#].*$/s, '').replace(/^.*@/s, '')
}
