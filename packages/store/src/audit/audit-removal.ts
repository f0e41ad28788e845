import { ProblemError } from '@repertoire/core/base'
import {
  type AuditCheckpoint,
  auditHash,
  auditRecord,
  type ChainPoint,
} from '@repertoire/core/domain'
import { toJson } from '../database/json.ts'
import type { Transaction } from '../database/query.ts'
import { sha256 } from './audit-chain-rows.ts'
import { toAuditEntry } from './audit-rows.ts'

const sliceSize = 500

interface Removed {
  readonly start: ChainPoint
  readonly last: ChainPoint
}

/**
 * Removes the entries after `start`, up to `last`, once they are known to be a whole chain: a checkpoint over changed
 * ones would hide the change.
 */
export async function removeEntries(trx: Transaction, { start, last }: Removed): Promise<void> {
  let point = start
  while (point.seq < last.seq) {
    const rows = await trx
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', point.seq)
      .where('seq', '<=', last.seq)
      .orderBy('seq')
      .orderBy('id')
      .limit(sliceSize)
      .execute()
    if (rows.length === 0) throw chainBroken(point.seq + 1)
    for (const entry of rows.map(toAuditEntry)) {
      const isNext = entry.seq === point.seq + 1
      if (!isNext || auditHash(sha256, point.hash, auditRecord(entry)) !== entry.hash) {
        throw chainBroken(point.seq + 1)
      }
      point = { seq: entry.seq, hash: entry.hash }
    }
  }
  await trx.deleteFrom('audit').where('seq', '>', start.seq).where('seq', '<=', last.seq).execute()
}

/** The first entry kept follows what the checkpoint says was removed. */
export async function moveStart(trx: Transaction, checkpoint: AuditCheckpoint): Promise<void> {
  const { removed, hash } = checkpoint
  const set = { start_seq: removed, start_hash: hash, checkpoint: toJson(checkpoint) }
  await trx.updateTable('audit_chains').set(set).execute()
}

function chainBroken(seq: number): ProblemError {
  return new ProblemError({
    code: 'audit.chain-broken',
    kind: 'conflict',
    message: `Entry ${seq} of the audit log was changed, removed or inserted, so retention removes nothing.`,
    hint: 'Run `repertoire audit verify` and find out who changed it.',
    details: { seq },
  })
}
