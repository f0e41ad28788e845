import type { ChainedAuditEntry } from '../../domain/audit-chain.ts'
import type { AuditRange } from '../../domain/audit-verification.ts'
import type { AuditStore } from '../../ports/organisation.ts'

/** Entries per read, so that a log of any length is never in memory. */
const sliceSize = 200

/** The entries of a part of the log, oldest first. */
export async function* auditSlices(
  audit: Pick<AuditStore, 'slice'>,
  range: AuditRange,
): AsyncGenerator<readonly ChainedAuditEntry[], void> {
  let after: Pick<ChainedAuditEntry, 'seq' | 'id'> | null = null
  for (;;) {
    const slice: readonly ChainedAuditEntry[] = await audit.slice(range, {
      after,
      limit: sliceSize,
    })
    const last = slice.at(-1)
    if (!last) return
    yield slice
    if (slice.length < sliceSize) return
    after = { seq: last.seq, id: last.id }
  }
}
