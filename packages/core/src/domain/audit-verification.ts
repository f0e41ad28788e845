import type { Sha256 } from '../base/sha256.ts'
import { type AuditRecord, auditHash, type ChainPoint } from './audit-chain.ts'
import {
  type AuditCheckpoint,
  type CheckpointBreak,
  type CheckpointTrust,
  checkpointBreak,
} from './audit-checkpoint.ts'

/** What an export says about itself before its entries: the part of the chain that it contains. */
export interface AuditRange {
  /** The entry before the first one; of a whole log, the last one that retention removed. */
  readonly before: ChainPoint
  /** The last entry. */
  readonly last: ChainPoint
  /** The newest entry of the organisation when the export began. */
  readonly head: ChainPoint
  /** It begins with the oldest entry that is kept. */
  readonly isFromOldest: boolean
  /** What retention says about the entries that it removed; null where it removed none. */
  readonly checkpoint: AuditCheckpoint | null
}

export type ExportedRecord = AuditRecord & { readonly hash: string }

/** Why the chain is broken, and at which entry. */
export interface ChainBreak {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'cut-off' | CheckpointBreak
  readonly seq: number
  /** Null where the entry is missing. */
  readonly id: string | null
}

/** State of a verification that reads entry by entry. */
export interface ChainCheck {
  readonly range: AuditRange
  readonly last: ChainPoint
  readonly count: number
  /** The first break; later entries are not checked. */
  readonly broken: ChainBreak | null
  /** Whether the hash that was kept elsewhere is in the chain; null when none was given. */
  readonly hasKeptHead: boolean | null
  readonly keptHead: string | null
}

/** What whoever verifies knows from elsewhere. */
export interface VerifierContext {
  /** A hash that was kept; null for none. */
  readonly keptHead: string | null
  /** So many of the oldest entries may have been removed without proof. */
  readonly acceptedRemovals: number
}

/** Begins with what was removed before the first entry: that a part begins later says nothing. Pure. */
export function startChainCheck(
  range: AuditRange,
  trust: CheckpointTrust,
  { keptHead, acceptedRemovals }: VerifierContext,
): ChainCheck {
  const { before: start, checkpoint, isFromOldest } = range
  const hasKeptHead = keptHead === null ? null : keptHead === start.hash
  const kind = isFromOldest ? checkpointBreak({ start, checkpoint }, trust, acceptedRemovals) : null
  const broken = kind && { kind, seq: start.seq + 1, id: null }
  return { range, last: start, count: 0, broken, hasKeptHead, keptHead }
}

/** Checks the next entry against the one before it. Pure. */
export function checkNextEntry(
  sha256: Sha256,
  check: ChainCheck,
  { hash, ...record }: ExportedRecord,
): ChainCheck {
  if (check.broken) return check
  const { seq, id } = record
  const expected = check.last.seq + 1
  const broken = (kind: ChainBreak['kind'], at: { seq: number; id: string | null }) => ({
    ...check,
    broken: { kind, ...at },
  })
  if (seq > expected) return broken('removed', { seq: expected, id: null })
  if (seq < expected || seq > check.range.head.seq) return broken('inserted', { seq, id })
  if (auditHash(sha256, check.last.hash, record) !== hash) return broken('changed', { seq, id })
  return {
    ...check,
    last: { seq, hash },
    count: check.count + 1,
    hasKeptHead: check.hasKeptHead === null ? null : check.hasKeptHead || hash === check.keptHead,
  }
}

/** After the last entry: nothing may be missing at the end. Pure. */
export function endChainCheck(check: ChainCheck): ChainCheck {
  const { last, range, broken } = check
  if (broken || (last.seq === range.last.seq && last.hash === range.last.hash)) return check
  const at = last.seq === range.last.seq ? last.seq : last.seq + 1
  return { ...check, broken: { kind: 'cut-off', seq: at, id: null } }
}
