import type { RevisionDigest } from '../../base/ids.ts'
import type { LockEntry, SkillLock } from './skill-lock.ts'

/** What an import of a lock has to do. */
export interface LockPlan {
  /** Slugs whose content is here with the digest of the lock. */
  readonly present: readonly string[]
  /** Each source that has to be read, at one commit, with the entries to take from it. */
  readonly reads: readonly LockRead[]
  /** Skills that are here with another content: a person decides which one stays. */
  readonly mismatches: readonly LockMismatch[]
}

export interface LockRead extends Pick<LockEntry, 'kind' | 'source' | 'commit'> {
  readonly entries: readonly LockEntry[]
}

interface LockMismatch {
  readonly entry: LockEntry
  readonly found: RevisionDigest
}

/** Compares `lock` with the digests that the organisation's skills have, by slug. */
export function planLockImport(
  lock: SkillLock,
  here: ReadonlyMap<string, RevisionDigest>,
): LockPlan {
  const present: string[] = []
  const mismatches: LockMismatch[] = []
  const missing: LockEntry[] = []
  for (const entry of lock.skills) {
    const found = here.get(entry.slug)
    if (found === undefined) missing.push(entry)
    else if (found === entry.digest) present.push(entry.slug)
    else mismatches.push({ entry, found })
  }
  return { present, reads: readsOf(missing), mismatches }
}

function readsOf(entries: readonly LockEntry[]): readonly LockRead[] {
  const reads = new Map<string, { read: Omit<LockRead, 'entries'>; entries: LockEntry[] }>()
  for (const entry of entries) {
    const { kind, source, commit } = entry
    const key = JSON.stringify([kind, source, commit])
    const known = reads.get(key)
    if (known) known.entries.push(entry)
    else reads.set(key, { read: { kind, source, commit }, entries: [entry] })
  }
  return [...reads.values()].map(({ read, entries }) => ({ ...read, entries }))
}
