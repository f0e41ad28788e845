import type { IgnoredEntryId, RevisionDigest, SourceId, Timestamp, UserId } from '../base/ids.ts'

/** What a person does not want to be asked about again: a skill of a source, or one version of it. */
export interface IgnoredEntry {
  readonly id: IgnoredEntryId
  readonly sourceId: SourceId
  /** Its id in the source. */
  readonly entryId: string
  /** The one version that is meant; null for all of the skill's. */
  readonly digest: RevisionDigest | null
  /** As it was named then. */
  readonly name: string
  readonly reason: string
  readonly by: UserId
  readonly at: Timestamp
}

type Meant = Pick<IgnoredEntry, 'entryId' | 'digest'>

/** Whether a content of an entry is ignored; a null digest asks about all versions of it. Pure. */
export function isIgnored(ignored: Iterable<Meant>, { entryId, digest }: Meant): boolean {
  for (const one of ignored) {
    if (one.entryId === entryId && (one.digest === null || one.digest === digest)) return true
  }
  return false
}

/** What an arrival says that ended because its entry is ignored. */
export function ignoredNote({ digest, reason }: Pick<IgnoredEntry, 'digest' | 'reason'>): string {
  const what = digest === null ? 'This skill is ignored' : 'This version is ignored'
  return reason.trim() === '' ? `${what}.` : `${what}: ${reason}`
}
