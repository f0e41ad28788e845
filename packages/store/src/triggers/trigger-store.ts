import type { TriggerId } from '@repertoire/core/base'
import { firingCursorKey, type Trigger } from '@repertoire/core/domain'
import { pageOf, type TriggerStore, tenantNotFound } from '@repertoire/core/ports'
import { triggerExists, triggerNotFound, triggerStale } from '@repertoire/core/use'
import { sql } from 'kysely'
import { writeAudit } from '../audit/audit-chain-rows.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fetchLatest } from '../database/pages.ts'
import type { QueryExecutor } from '../database/query.ts'
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
  const changed = { kind: 'triggers', tenantId: db.tenantId } as const
  return {
    create: (source, encrypted) =>
      db.write(async (trx, notify) => {
        notify(changed)
        const row = { ...triggerRow(source), sealed: encrypted, last_fired_at: source.lastFiredAt }
        await mapConstraintErrors(trx.insertInto('signals').values(row).execute(), {
          onDuplicate: () => triggerExists(source.id),
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
      }),
    get: (id) => triggerById(db.read, id),
    list: async ({ userId, enabled }, page) => {
      let query = db.read.selectFrom('signals').selectAll()
      if (userId !== undefined) query = query.where('user_id', '=', userId)
      if (enabled !== undefined) query = query.where('enabled', '=', enabled ? 1 : 0)
      const rows = await fetchLatest(query, page)
      return pageOf(rows.map(toTrigger), page.limit, ({ createdAt, id }) => [createdAt, id])
    },
    update: (source, encrypted) =>
      db.write(async (trx, notify) => {
        notify(changed)
        const updated = await trx
          .updateTable('signals')
          .set({ ...triggerRow(source), ...(encrypted !== undefined && { sealed: encrypted }) })
          .where('id', '=', source.id)
          .where('version', '=', source.version - 1)
          .returning('id')
          .executeTakeFirst()
        if (updated) return
        throw (await triggerById(trx, source.id))
          ? triggerStale(source.id)
          : triggerNotFound(source.id)
      }),
    remove: (id) =>
      db.write(async (trx, notify) => {
        notify(changed)
        const gone = await trx
          .deleteFrom('signals')
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (!gone) throw triggerNotFound(id)
      }),
    stop: (id, note, auditEntry) =>
      db.write(async (trx, notify) => {
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
          if (done) {
            notify(changed)
            return writeAudit(trx, [auditEntry])
          }
          // A concurrent change does not prevent the stop.
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
      const firingsOfTrigger = db.read
        .selectFrom('signal_firings')
        .selectAll()
        .where('signal_id', '=', id)
      const rows = await fetchLatest(firingsOfTrigger, page, ['fired_at', cursorTieBreak])
      return pageOf(rows.map(toFiring), page.limit, firingCursorKey)
    },
  }
}

/** The SQL form of {@link firingCursorKey}. */
const cursorTieBreak = sql<string>`coalesce(${sql.ref('run_id')}, ${sql.ref('key')})`

async function triggerById(db: QueryExecutor, id: TriggerId): Promise<Trigger | null> {
  const row = await db.selectFrom('signals').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toTrigger(row) : null
}
