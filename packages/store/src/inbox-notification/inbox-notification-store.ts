import type { InboxNotification, NotificationInterval } from '@repertoire/core/domain'
import { type InboxNotificationStore, tenantNotFound } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import type { Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'

export function createInboxNotificationStore(db: TenantDatabase): InboxNotificationStore {
  return {
    get: async () => {
      const row = await db.read.selectFrom('inbox_notifications').selectAll().executeTakeFirst()
      return row ? toNotification(row) : null
    },
    put: (notification, expectedVersion) =>
      db.write(async (trx) => {
        if (expectedVersion > 0) return replace(trx, notification, expectedVersion)
        const insert = trx
          .insertInto('inbox_notifications')
          .values(columnsOf(notification))
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
        const inserted = await mapConstraintErrors(insert, {
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
        return inserted !== undefined
      }),
    remove: () =>
      changesRow(db, (trx) => trx.deleteFrom('inbox_notifications').returning('version')),
  }
}

async function replace(
  trx: Transaction,
  notification: InboxNotification,
  expectedVersion: number,
): Promise<boolean> {
  const updated = await trx
    .updateTable('inbox_notifications')
    .set(columnsOf(notification))
    .where('version', '=', expectedVersion)
    .returning('version')
    .executeTakeFirst()
  return updated !== undefined
}

function toNotification(row: Row<'inbox_notifications'>): InboxNotification {
  return {
    ...{ url: row.url, encryptedSecret: row.encrypted_secret, minimum: row.minimum },
    interval: row.interval as NotificationInterval,
    ...{ inboxUrl: row.inbox_url, nextAt: row.next_at, digestId: row.digest_id },
    ...{ failures: row.failures, claimedUntil: row.claimed_until, lastSentAt: row.last_sent_at },
    ...{ problem: row.problem, version: row.version },
  }
}
