import { createHash } from 'node:crypto'
import type { Sha256 } from '@repertoire/core/base'
import {
  type AuditCheckpoint,
  type AuditEntry,
  type ChainPoint,
  chainEntries,
  chainStart,
} from '@repertoire/core/domain'
import { insertAll } from '../database/bulk-insert.ts'
import { columnsOf } from '../database/columns-of.ts'
import { fromJson } from '../database/json.ts'
import type { Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'

/**
 * Appends to the chain, in the transaction of the change it records. The organisation's chain is locked until that
 * transaction ends, so entries of concurrent transactions and processes follow each other. A transaction that writes
 * audit entries takes this lock after its others.
 */
export async function writeAudit(trx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { head } = await lockChain(trx)
  const chained = chainEntries(sha256, head, entries)
  await insertAll(trx, 'audit', chained.map(columnsOf))
  const last = chained.at(-1) ?? head
  await trx.updateTable('audit_chains').set({ head_seq: last.seq, head_hash: last.hash }).execute()
}

/** The ends of the organisation's chain, which nobody else changes before the transaction ends. */
export async function lockChain(trx: Transaction): Promise<ChainEnds> {
  const lock = () =>
    trx
      .updateTable('audit_chains')
      .set(({ ref }) => ({ head_seq: ref('head_seq') }))
      .returningAll()
      .executeTakeFirst()
  const known = await lock()
  if (known) return pointsOf(known)
  await trx
    .insertInto('audit_chains')
    .values(emptyChain)
    .onConflict((on) => on.columns(['tenant_id']).doNothing())
    .execute()
  const made = await lock()
  if (!made) throw new Error('the chain of the audit log cannot be locked')
  return pointsOf(made)
}

interface ChainEnds {
  /** The last removed entry; the first one kept follows it. */
  readonly start: ChainPoint
  readonly head: ChainPoint
  readonly checkpoint: AuditCheckpoint | null
}

export function pointsOf(row: Row<'audit_chains'>): ChainEnds {
  return {
    start: { seq: row.start_seq, hash: row.start_hash },
    head: { seq: row.head_seq, hash: row.head_hash },
    checkpoint: row.checkpoint === null ? null : fromJson<AuditCheckpoint>(row.checkpoint),
  }
}

const emptyChain = {
  start_seq: chainStart.seq,
  start_hash: chainStart.hash,
  head_seq: chainStart.seq,
  head_hash: chainStart.hash,
  checkpoint: null,
}

/** SHA-256 in hex, as the chain is made with. */
export const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
