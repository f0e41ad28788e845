import type { RevisionDigest, Timestamp } from '@repertoire/core/base'
import type { TrustReport } from '@repertoire/core/domain'
import type { ReviewStore } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { Transaction } from '../database/query.ts'

/** Rows per statement. */
const maxRows = 500

export function createTrustReports(db: TenantDatabase): Pick<ReviewStore, 'trustOf' | 'saveTrust'> {
  return {
    trustOf: async (digests, ruleset) => {
      const found = new Map<RevisionDigest, TrustReport>()
      for (let at = 0; at < digests.length; at += maxRows) {
        let query = db.read
          .selectFrom('trust_reports')
          .select(['digest', 'report'])
          .where('digest', 'in', digests.slice(at, at + maxRows))
        if (ruleset !== undefined) query = query.where('ruleset', '=', ruleset)
        for (const { digest, report } of await query.execute()) {
          found.set(digest as RevisionDigest, fromJson<TrustReport>(report))
        }
      }
      return found
    },
    saveTrust: (reports, now) => db.write((trx) => saveTrust(trx, reports, now)),
  }
}

export async function saveTrust(
  trx: Transaction,
  reports: ReadonlyMap<RevisionDigest, TrustReport>,
  now: Timestamp,
): Promise<void> {
  const rows = [...reports].map(([digest, report]) => ({
    ...{ digest, ruleset: report.scan.ruleset, updated_at: now, report: toJson(report) },
  }))
  for (let at = 0; at < rows.length; at += maxRows) {
    await trx
      .insertInto('trust_reports')
      .values(rows.slice(at, at + maxRows))
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'digest']).doUpdateSet((eb) => ({
          ruleset: eb.ref('excluded.ruleset'),
          updated_at: eb.ref('excluded.updated_at'),
          report: eb.ref('excluded.report'),
        })),
      )
      .execute()
  }
}
