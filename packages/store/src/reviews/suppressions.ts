import type { PendingRevisionId, SkillId, SuppressionId, UserId } from '@repertoire/core/base'
import type { Suppression } from '@repertoire/core/domain'
import type { ReviewStore } from '@repertoire/core/ports'
import { insertAll } from '../database/bulk-insert.ts'
import type { TenantDatabase } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { QueryExecutor } from '../database/query.ts'
import type { NewRow, Row } from '../database/schema.ts'

export function createSuppressions(
  db: TenantDatabase,
): Pick<ReviewStore, 'suppressions' | 'suppress' | 'removeSuppression'> {
  return {
    suppressions: async (subject) => {
      const rows =
        subject === undefined
          ? await allSuppressions(db.read).execute()
          : await db.rows(suppressionsOf, { subject })
      return rows.map(toSuppression)
    },
    suppress: async (suppressions) => {
      if (suppressions.length === 0) return
      await db.write(async (trx) => {
        const ids = suppressions.map(({ id }) => id)
        await trx.deleteFrom('suppressions').where('id', 'in', ids).execute()
        await insertAll(trx, 'suppressions', suppressions.map(rowOf))
      })
    },
    removeSuppression: (id) =>
      db.write(async (trx) => {
        const row = await trx
          .selectFrom('suppressions')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) return null
        await trx.deleteFrom('suppressions').where('id', '=', id).execute()
        return toSuppression(row)
      }),
  }
}

function allSuppressions(db: QueryExecutor) {
  return db
    .selectFrom('suppressions')
    .selectAll()
    .orderBy('suppressed_at', 'desc')
    .orderBy('id', 'desc')
}

/** Asked for every entry of a sync. */
const suppressionsOf = preparedQuery(['subject'], (db, { subject }: { readonly subject: string }) =>
  allSuppressions(db).where('subject', '=', subject),
)

function rowOf(one: Suppression): NewRow<'suppressions'> {
  const { id, subject, slug, rule, severity, match, path, excerpt, reason } = one
  return {
    ...{ id, subject, slug, rule, severity, match, path, excerpt, reason },
    ...{ skill_id: one.skillId, arrival_id: one.arrivalId },
    ...{ suppressed_by: one.by, suppressed_at: one.at },
  }
}

function toSuppression(row: Row<'suppressions'>): Suppression {
  const { subject, slug, rule, match, path, excerpt, reason } = row
  return {
    ...{ id: row.id as SuppressionId, subject, slug, rule, match, path, excerpt, reason },
    skillId: row.skill_id as SkillId | null,
    arrivalId: row.arrival_id as PendingRevisionId | null,
    severity: row.severity as Suppression['severity'],
    ...{ by: row.suppressed_by as UserId, at: row.suppressed_at },
  }
}
