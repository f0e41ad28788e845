import {
  type AuditEntry,
  type AuditStore,
  type JsonObject,
  pageOf,
  tenantNotFound,
  type UserId,
} from '@repertoire/core'
import { insertAll } from '../database/bulk-insert.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson, toJson } from '../database/json.ts'
import { fetchNewestFirst } from '../database/pages.ts'
import type { Transaction } from '../database/query.ts'
import type { NewRow, Row } from '../database/schema.ts'

export function createAuditStore(db: TenantDatabase): AuditStore {
  return {
    append: (entries) =>
      db.write((trx) =>
        mapConstraintErrors(writeAudit(trx, entries), {
          onMissingParent: () => tenantNotFound(db.tenantId),
        }),
      ),
    list: async (filter, page) => {
      let query = db.read.selectFrom('audit').selectAll()
      if (filter.action !== undefined) query = query.where('action', '=', filter.action)
      if (filter.target !== undefined) query = query.where('target', '=', filter.target)
      if (filter.traceId !== undefined) query = query.where('trace_id', '=', filter.traceId)
      const rows = await fetchNewestFirst(query, page, ['at', 'id'])
      return pageOf(rows.map(toAuditEntry), page.limit, (entry) => [entry.at, entry.id])
    },
  }
}

/** Runs in the transaction of the change it records. */
export function writeAudit(trx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  return insertAll(trx, 'audit', entries.map(auditRow))
}

function toAuditEntry(row: Row<'audit'>): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor as UserId | null,
    action: row.action,
    target: row.target,
    traceId: row.trace_id,
    details: fromJson<JsonObject>(row.details),
  }
}

function auditRow(entry: AuditEntry): NewRow<'audit'> {
  return {
    id: entry.id,
    at: entry.at,
    actor: entry.actor,
    action: entry.action,
    target: entry.target,
    trace_id: entry.traceId,
    details: toJson(entry.details),
  }
}
