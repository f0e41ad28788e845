import type { PendingRevision, ReviewState } from '../../domain/pending-revision.ts'
import type { QuotaRequest } from '../../domain/quotas.ts'
import type { TakenBack } from '../../ports/sources.ts'

/** The states in which an arrival keeps its files: somebody may still approve it. */
export const statesWithFiles: readonly ReviewState[] = ['held', 'quarantined', 'rejected']

/** Milliseconds that a rejected arrival keeps its files, and can be taken back: 30 days. */
export const rejectedFilesRetention = 30 * 24 * 60 * 60 * 1000

/** Bytes of an arrival that count against the organisation's quota. */
export function storedBytes({
  state,
  manifest,
}: Pick<PendingRevision, 'state' | 'manifest'>): number {
  return statesWithFiles.includes(state) ? manifest.reduce((sum, { size }) => sum + size, 0) : 0
}

/** What arrivals to hold add. */
export function quotaOfPending(held: readonly PendingRevision[], now: number): QuotaRequest {
  const adding = held.reduce((sum, one) => sum + storedBytes(one), 0)
  return { quota: 'bytes', person: null, adding, now }
}

/** The note of an arrival that a newer one replaced. */
export const replacedNote = 'A newer one came before anybody decided.'

/** The note of an arrival that its source took back. */
export function takenBackNote({ digest }: TakenBack): string {
  return digest === null
    ? 'The source took it back: it is not there any more.'
    : 'The source took it back: it has a content again that is known here.'
}

/** Whether an undecided arrival of a source is one that it took back. */
export function isTakenBack(
  { state, entryId, digest }: Pick<PendingRevision, 'state' | 'entryId' | 'digest'>,
  by: TakenBack,
): boolean {
  return state === 'held' && entryId === by.entryId && digest !== by.digest
}

/**
 * Whether an earlier import is replaced by a newer one of the same entry before anybody decided. One that no source
 * gave, an earlier revision that is offered, is replaced by any of its skill.
 */
export function isSuperseded(
  earlier: Pick<PendingRevision, 'id' | 'state' | 'sourceId' | 'entryId' | 'skillId' | 'proposal'>,
  newer: Pick<PendingRevision, 'id' | 'sourceId' | 'entryId' | 'skillId' | 'proposal'>,
): boolean {
  if (earlier.proposal || newer.proposal) return false
  const isSameEntry = earlier.sourceId === newer.sourceId && earlier.entryId === newer.entryId
  const isSameSkill =
    earlier.sourceId === null && earlier.skillId !== null && earlier.skillId === newer.skillId
  return earlier.state === 'held' && earlier.id !== newer.id && (isSameEntry || isSameSkill)
}
