import type { Sha256 } from '../base/sha256.ts'
import { type AuditRecord, auditHash, type ChainPoint } from './audit-chain.ts'

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
}

export type ExportedRecord = AuditRecord & { readonly hash: string }

/** Why the chain is broken, and at which entry. */
export interface ChainBreak {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'cut-off'
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

export function startChainCheck(range: AuditRange, keptHead: string | null): ChainCheck {
  const hasKeptHead = keptHead === null ? null : keptHead === range.before.hash
  return { range, last: range.before, count: 0, broken: null, hasKeptHead, keptHead }
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
