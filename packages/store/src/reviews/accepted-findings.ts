import type { RevisionDigest, UserId } from '@repertoire/core/base'
import type { AcceptedFindings } from '@repertoire/core/domain'
import type { ReviewStore } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { Row } from '../database/schema.ts'

export function createAcceptedFindings(
  db: TenantDatabase,
): Pick<ReviewStore, 'acknowledgements' | 'acknowledge'> {
  return {
    acknowledgements: async (digest) => {
      const rows = await db.read
        .selectFrom('acknowledgements')
        .selectAll()
        .where('digest', '=', digest)
        .orderBy('acknowledged_at', 'desc')
        .orderBy('acknowledged_by', 'desc')
        .execute()
      return rows.map(toAcknowledgement)
    },
    acknowledge: async (one) => {
      await db.write((trx) =>
        trx
          .insertInto('acknowledgements')
          .values(rowOf(one))
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'digest', 'acknowledged_by']).doUpdateSet((eb) => ({
              verdict: eb.ref('excluded.verdict'),
              findings: eb.ref('excluded.findings'),
              reason: eb.ref('excluded.reason'),
              acknowledged_at: eb.ref('excluded.acknowledged_at'),
              for_all: eb.ref('excluded.for_all'),
            })),
          )
          .execute(),
      )
    },
  }
}

function rowOf({ digest, verdict, findings, reason, by, at, isForAll }: AcceptedFindings) {
  const said = { reason, acknowledged_by: by, acknowledged_at: at, for_all: isForAll ? 1 : 0 }
  return { digest, verdict, findings: toJson(findings), ...said }
}

function toAcknowledgement(row: Row<'acknowledgements'>): AcceptedFindings {
  return {
    digest: row.digest as RevisionDigest,
    verdict: row.verdict as AcceptedFindings['verdict'],
    findings: fromJson<readonly string[]>(row.findings),
    ...{ reason: row.reason, by: row.acknowledged_by as UserId, at: row.acknowledged_at },
    isForAll: row.for_all === 1,
  }
}
