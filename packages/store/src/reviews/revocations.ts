import type { RevisionDigest, UserId } from '@repertoire/core/base'
import type { Revocation } from '@repertoire/core/domain'
import { planRevocation } from '@repertoire/core/keep'
import type { ReviewStore } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import type { Row } from '../database/schema.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { selectSkills } from '../skills/skill-queries.ts'
import { toSkill } from '../skills/skill-rows.ts'
import { applyWrites } from '../skills/skill-writes.ts'
import type { PendingWriteOptions } from './pending-revision-writes.ts'

export function createRevocations({
  db,
  clock,
}: PendingWriteOptions): Pick<ReviewStore, 'revocations' | 'revoke' | 'restore'> {
  return {
    revocations: async () => {
      const rows = await db.read
        .selectFrom('revocations')
        .selectAll()
        .orderBy('revoked_at', 'desc')
        .orderBy('digest', 'desc')
        .execute()
      return rows.map(toRevocation)
    },
    revoke: (revocation) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        await trx
          .insertInto('revocations')
          .values(revocationRow(revocation))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const rows = await selectSkills(trx)
          .where('revisions.digest', '=', revocation.digest)
          .execute()
        const now = clock.now()
        const writes = planRevocation(rows.map(toSkill), now)
        await applyWrites(trx, writes, { db, notify, now })
        // Conversations may be pinned to it as an earlier revision.
        notify({ kind: 'skills', tenantId: db.tenantId })
        return writes.map(({ after }) => after)
      }),
    restore: (digest) =>
      changesRow(db, (trx) =>
        trx.deleteFrom('revocations').where('digest', '=', digest).returning('digest'),
      ),
  }
}

function revocationRow({ digest, severity, reason, url, by, at }: Revocation) {
  return { digest, severity, reason, url, revoked_by: by, revoked_at: at }
}

function toRevocation(row: Row<'revocations'>): Revocation {
  return {
    digest: row.digest as RevisionDigest,
    severity: row.severity as Revocation['severity'],
    ...{ reason: row.reason, url: row.url, at: row.revoked_at },
    by: row.revoked_by as UserId | null,
  }
}
