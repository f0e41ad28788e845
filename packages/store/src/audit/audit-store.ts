import type { Timestamp } from '@repertoire/core/base'
import { type AuditRange, type ChainPoint, chainStart } from '@repertoire/core/domain'
import {
  type AuditSlice,
  type AuditSpan,
  type AuditStore,
  pageOf,
  tenantNotFound,
} from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { afterCursor, fetchLatest } from '../database/pages.ts'
import type { QueryExecutor } from '../database/query.ts'
import { lockChain, pointsOf, writeAudit } from './audit-chain-rows.ts'
import { moveStart, removeEntries } from './audit-removal.ts'
import { toAuditEntry } from './audit-rows.ts'

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
      if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor)
      if (filter.kind !== undefined) query = query.where('action', 'like', `${filter.kind}-%`)
      if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
      if (filter.to !== undefined) query = query.where('at', '<', filter.to)
      const rows = await fetchLatest(query, page, ['at', 'id'])
      return pageOf(rows.map(toAuditEntry), page.limit, (entry) => [entry.at, entry.id])
    },
    range: (span) => readRange(db.read, span),
    slice: async (range, slice) => (await readSlice(db.read, range, slice)).map(toAuditEntry),
    removeBefore: (before, recordOf) =>
      db.write(async (trx) => {
        const { start, head, checkpoint } = await lockChain(trx)
        const last = await pointBefore(trx, { at: before, start, end: head })
        if (last.seq <= start.seq) return 0
        await removeEntries(trx, { start, last })
        const count = last.seq - start.seq
        const record = recordOf({ count, start, checkpoint, last })
        await moveStart(trx, record.checkpoint)
        await writeAudit(trx, [record.entry])
        return count
      }),
    ...forwarding(db),
  }
}

function forwarding(db: TenantDatabase): Pick<AuditStore, 'forwardedTo' | 'setForwarded'> {
  return {
    forwardedTo: async (destination) => {
      const row = await db.read
        .selectFrom('audit_forwarding')
        .select('seq')
        .where('destination', '=', destination)
        .executeTakeFirst()
      return row?.seq ?? 0
    },
    setForwarded: (destination, { from, to }) =>
      db.write(async (trx) => {
        await trx
          .insertInto('audit_forwarding')
          .values({ destination, seq: 0 })
          .onConflict((on) => on.columns(['tenant_id', 'destination']).doNothing())
          .execute()
        const moved = await trx
          .updateTable('audit_forwarding')
          .set({ seq: to })
          .where('destination', '=', destination)
          .where('seq', '=', from)
          .returning('seq')
          .executeTakeFirst()
        return moved !== undefined
      }),
  }
}

async function readRange(read: QueryExecutor, { from, to }: AuditSpan): Promise<AuditRange> {
  // Read before the head: an entry that is appended meanwhile must not look like one past the head.
  const newest = await read
    .selectFrom('audit')
    .select((row) => row.fn.max('seq').as('seq'))
    .executeTakeFirst()
  const chain = await read.selectFrom('audit_chains').selectAll().executeTakeFirst()
  const { start, head, checkpoint } = chain ? pointsOf(chain) : noChain
  const newestSeq = Number(newest?.seq ?? 0)
  const end = newestSeq > head.seq ? { seq: newestSeq, hash: '' } : head
  return {
    before: from === undefined ? start : await pointBefore(read, { at: from, start, end: head }),
    last: to === undefined ? end : await pointBefore(read, { at: to, start, end: head }),
    head,
    isFromOldest: from === undefined,
    checkpoint,
  }
}

const noChain = { start: chainStart, head: chainStart, checkpoint: null }

/** The entry before the first one at that time or later. */
async function pointBefore(
  read: QueryExecutor,
  { at, start, end }: { readonly at: Timestamp; readonly start: ChainPoint; end: ChainPoint },
): Promise<ChainPoint> {
  const first = await firstSince(read, at)
  if (first === null) return end
  const seq = first - 1
  if (seq <= start.seq) return start
  const row = await read
    .selectFrom('audit')
    .select('hash')
    .where('seq', '=', seq)
    .executeTakeFirst()
  return { seq, hash: row?.hash ?? '' }
}

async function firstSince(read: QueryExecutor, at: Timestamp): Promise<number | null> {
  const found = await read
    .selectFrom('audit')
    .select((row) => row.fn.min('seq').as('seq'))
    .where('at', '>=', at)
    .where('seq', '>', 0)
    .executeTakeFirst()
  return found?.seq === null || found?.seq === undefined ? null : Number(found.seq)
}

function readSlice(
  read: QueryExecutor,
  { before, last, isFromOldest }: AuditRange,
  { after, limit }: AuditSlice,
) {
  let query = read.selectFrom('audit').selectAll().where('seq', '<=', last.seq)
  if (after) query = query.where(afterCursor(['seq', 'id'], [after.seq, after.id], '>'))
  else if (!isFromOldest) query = query.where('seq', '>', before.seq)
  return query.orderBy('seq').orderBy('id').limit(limit).execute()
}
