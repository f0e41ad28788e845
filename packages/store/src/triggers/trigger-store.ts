import {
  firingCursorKey,
  pageOf,
  type Trigger,
  type TriggerId,
  type TriggerStore,
  tenantNotFound,
  triggerExists,
  triggerNotFound,
  triggerStale,
} from '@repertoire/core'
import { sql } from 'kysely'
import type { TenantDatabase } from '../database/database.ts'
import { explaining } from '../database/failure.ts'
import { newestFirst } from '../database/pages.ts'
import type { Query } from '../database/query.ts'
import { writeAudit } from '../organisation/audit-store.ts'
import { recordFiring } from './record-firing.ts'
import { toFiring, toTrigger, triggerRow } from './trigger-rows.ts'

export function createTriggerStore(db: TenantDatabase): TriggerStore {
  return { ...definitions(db), ...firings(db) }
}

type Definitions = Pick<
  TriggerStore,
  'create' | 'get' | 'list' | 'update' | 'remove' | 'stop' | 'encrypted'
>

function definitions(db: TenantDatabase): Definitions {
  return {
    create: (source, encrypted) =>
      db.write(async (trx) => {
        const row = { ...triggerRow(source), sealed: encrypted, last_fired_at: source.lastFiredAt }
        await explaining(trx.insertInto('signals').values(row).execute(), {
          taken: () => triggerExists(source.id),
          missing: () => tenantNotFound(db.tenantId),
        })
      }),
    get: (id) => triggerById(db.read, id),
    list: async ({ userId, enabled }, page) => {
      let query = db.read.selectFrom('signals').selectAll()
      if (userId !== undefined) query = query.where('user_id', '=', userId)
      if (enabled !== undefined) query = query.where('enabled', '=', enabled ? 1 : 0)
      const rows = await newestFirst(query, page)
      return pageOf(rows.map(toTrigger), page.limit, ({ createdAt, id }) => [createdAt, id])
    },
    update: (source, encrypted) =>
      db.write(async (trx) => {
        const changed = await trx
          .updateTable('signals')
          .set({ ...triggerRow(source), ...(encrypted !== undefined && { sealed: encrypted }) })
          .where('id', '=', source.id)
          .where('version', '=', source.version - 1)
          .returning('id')
          .executeTakeFirst()
        if (changed) return
        throw (await triggerById(trx, source.id))
          ? triggerStale(source.id)
          : triggerNotFound(source.id)
      }),
    remove: (id) =>
      db.write(async (trx) => {
        const gone = await trx
          .deleteFrom('signals')
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (!gone) throw triggerNotFound(id)
      }),
    stop: (id, note, auditEntry) =>
      db.write(async (trx) => {
        const { at: updatedAt } = auditEntry
        let source = await triggerById(trx, id)
        while (source?.enabled) {
          const version: number = source.version + 1
          const stopped = { ...source, enabled: false, note, nextAt: null, updatedAt, version }
          const done = await trx
            .updateTable('signals')
            .set(triggerRow(stopped))
            .where('id', '=', id)
            .where('version', '=', source.version)
            .returning('id')
            .executeTakeFirst()
          if (done) return writeAudit(trx, [auditEntry])
          // Somebody changed it in between, which does not keep it on.
          source = await triggerById(trx, id)
        }
      }),
    encrypted: async (id) => {
      const row = await db.read
        .selectFrom('signals')
        .select('sealed')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.sealed ?? null
    },
  }
}

function firings(
  db: TenantDatabase,
): Pick<TriggerStore, 'record' | 'advance' | 'firing' | 'firings'> {
  return {
    record: (record) => db.write((trx) => recordFiring(trx, record)),
    advance: (id, { due, nextAt }) =>
      db.write(async (trx) => {
        await trx
          .updateTable('signals')
          .set({ next_at: nextAt })
          .where('id', '=', id)
          .where('next_at', '=', due)
          .execute()
      }),
    firing: async (id, key) => {
      const row = await db.read
        .selectFrom('signal_firings')
        .selectAll()
        .where('signal_id', '=', id)
        .where('key', '=', key)
        .executeTakeFirst()
      return row ? toFiring(row) : null
    },
    firings: async (id, page) => {
      const its = db.read.selectFrom('signal_firings').selectAll().where('signal_id', '=', id)
      const rows = await newestFirst(its, page, ['fired_at', behindTime])
      return pageOf(rows.map(toFiring), page.limit, firingCursorKey)
    },
  }
}

/** As {@link firingCursorKey} has it. */
const behindTime = sql<string>`coalesce(${sql.ref('run_id')}, ${sql.ref('key')})`

async function triggerById(db: Query, id: TriggerId): Promise<Trigger | null> {
  const row = await db.selectFrom('signals').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toTrigger(row) : null
}
