import type { JsonObject } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'
import type { AuditEntry } from './audit-entry.ts'
import { canonicalJson } from './resolved-call.ts'

/** A place in the chain: the number and the hash of an entry. */
export interface ChainPoint {
  /** 0 before the first entry. */
  readonly seq: number
  /** SHA-256 in hex. */
  readonly hash: string
}

/** Before the first entry of an organisation. */
export const chainStart: ChainPoint = { seq: 0, hash: '0'.repeat(64) }

/** An entry with its place in its organisation's chain. */
export interface ChainedAuditEntry extends AuditEntry, ChainPoint {
  readonly credentialId: string | null
  readonly address: string | null
}

/** An entry as it is hashed, exported and shown; the hash itself is not part of it. */
export type AuditRecord = {
  readonly seq: number
  readonly id: string
  /** ISO 8601 in UTC, with milliseconds. */
  readonly at: string
  readonly actor: string | null
  readonly credential_id: string | null
  readonly address: string | null
  readonly action: string
  readonly target: string
  readonly trace_id: string | null
  readonly details: JsonObject
}

export function auditRecord(entry: Omit<ChainedAuditEntry, 'hash'>): AuditRecord {
  return {
    seq: entry.seq,
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    actor: entry.actor,
    credential_id: entry.credentialId,
    address: entry.address,
    action: entry.action,
    target: entry.target,
    trace_id: entry.traceId,
    details: entry.details,
  }
}

/** SHA-256 over the previous hash, a line feed, and the record as JSON with sorted fields. */
export function auditHash(sha256: Sha256, previousHash: string, record: AuditRecord): string {
  return sha256(`${previousHash}\n${canonicalJson(record)}`)
}

/** Appends entries to a chain that ends at `head`. Pure. */
export function chainEntries(
  sha256: Sha256,
  head: ChainPoint,
  entries: readonly AuditEntry[],
): readonly ChainedAuditEntry[] {
  let last = head
  return entries.map((entry) => {
    const numbered = {
      ...entry,
      credentialId: entry.credentialId ?? null,
      address: entry.address ?? null,
      // The stored text is what a later check reads: without fields that are undefined.
      details: JSON.parse(JSON.stringify(entry.details)) as JsonObject,
      seq: last.seq + 1,
    }
    const chained = { ...numbered, hash: auditHash(sha256, last.hash, auditRecord(numbered)) }
    last = { seq: chained.seq, hash: chained.hash }
    return chained
  })
}
