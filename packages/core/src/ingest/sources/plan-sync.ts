import { ProblemError } from '../../base/errors.ts'
import { type IgnoredEntry, isIgnored } from '../../domain/ignored-entry.ts'
import type { SourceItemRecord } from '../../domain/source.ts'
import type { SourceEntry } from '../../ports/source-reader.ts'
import { maxSourceEntries, sourceEmpty, sourceTooLarge } from './source-problems.ts'

export interface SyncPlan {
  /** Entries to read, in the order of the source: new, changed, back again, failed last time, or old enough now. */
  readonly toRead: readonly SourceEntry[]
  /** Records of entries that the source no longer has. Their skills stay. */
  readonly missing: readonly SourceItemRecord[]
}

/**
 * What a sync has to do, from what the source has now and had before. Throws ProblemError `source.empty` for a
 * source without entries, which is never a mass removal, and `source.too-large`. `due`: entries whose update waited
 * for its age. Skills that are ignored are not read. Pure.
 */
export function planSync(
  entries: readonly SourceEntry[],
  {
    known,
    due,
    ignored = [],
  }: {
    readonly known: readonly SourceItemRecord[]
    readonly due: ReadonlySet<string>
    readonly ignored?: readonly IgnoredEntry[]
  },
): SyncPlan {
  if (entries.length === 0) throw new ProblemError(sourceEmpty(known.length))
  if (entries.length > maxSourceEntries) throw new ProblemError(sourceTooLarge(entries.length))
  const records = new Map(known.map((record) => [record.entryId, record]))
  const present = new Set(entries.map(({ id }) => id))
  const skipped = ignored.filter(({ digest }) => digest === null)
  return {
    toRead: entries.filter(({ id, token }) => {
      if (isIgnored(skipped, { entryId: id, digest: null })) return false
      const record = records.get(id)
      return record?.state !== 'present' || record.token !== token || due.has(id)
    }),
    missing: known.filter(({ entryId, state }) => state !== 'missing' && !present.has(entryId)),
  }
}
