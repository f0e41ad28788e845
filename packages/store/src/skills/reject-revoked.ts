import type { RevisionDigest } from '@repertoire/core/base'
import { digestsToCheck, rejectRevoked, type SkillWrite } from '@repertoire/core/keep'
import type { QueryExecutor, Transaction } from '../database/query.ts'

/** Digests per statement. */
const maxDigests = 500

/** Throws ProblemError `skill.revoked`. Call it in the transaction of the writes. */
export async function rejectRevokedWrites(
  trx: Transaction,
  writes: readonly SkillWrite[],
): Promise<void> {
  const digests = [...new Set(writes.flatMap(digestsToCheck))]
  rejectRevoked(writes, await findRevoked(trx, digests))
}

export async function findRevoked(
  db: QueryExecutor | Transaction,
  digests: readonly RevisionDigest[],
): Promise<ReadonlySet<RevisionDigest>> {
  const revoked = new Set<RevisionDigest>()
  for (let at = 0; at < digests.length; at += maxDigests) {
    const rows = await db
      .selectFrom('revocations')
      .select('digest')
      .where('digest', 'in', digests.slice(at, at + maxDigests))
      .execute()
    for (const { digest } of rows) revoked.add(digest as RevisionDigest)
  }
  return revoked
}
