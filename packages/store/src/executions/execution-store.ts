import {
  type BlobStore,
  blobMissing,
  conversationNotFound,
  type ExecutionFilter,
  type ExecutionId,
  type ExecutionStore,
  executionExists,
  type PageRequest,
  ProblemError,
  pageOf,
  type UserId,
} from '@repertoire/core'
import type { TenantDatabase } from '../database/database.ts'
import { explaining } from '../database/failure.ts'
import { behind, startOf } from '../database/pages.ts'
import { endColumns, executionRow, headColumns, toExecution } from './execution-rows.ts'

/** What was run. An execution ends once: whoever comes later changes nothing. */
export function createExecutionStore(db: TenantDatabase, blobs: BlobStore): ExecutionStore {
  const get = async (viewer: UserId, id: ExecutionId) => {
    const row = await db.read
      .selectFrom('executions')
      .selectAll()
      .where('id', '=', id)
      .where('started_by', '=', viewer)
      .executeTakeFirst()
    return row ? toExecution(row) : null
  }
  return {
    create: (execution, alive) =>
      db.write(async (trx) => {
        const inserted = trx
          .insertInto('executions')
          .values(executionRow(execution, alive))
          .execute()
        await explaining(inserted, {
          taken: () => new ProblemError(executionExists(execution.id)),
          missing: () => conversationNotFound(execution.conversationId ?? ''),
        })
      }),
    renew: (id, { alive, running }) =>
      db.write(async (trx) => {
        await trx
          .updateTable('executions')
          .set({ alive_until: alive, ...(running && { status: 'running' }) })
          .where('id', '=', id)
          .where('finished_at', 'is', null)
          .execute()
      }),
    finish: (execution) =>
      db.write(async (trx) => {
        const ended = await trx
          .updateTable('executions')
          .set(endColumns(execution))
          .where('id', '=', execution.id)
          .where('finished_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        return ended !== undefined
      }),
    get,
    list: (viewer, filter, page) => listOf(db, viewer, { filter, page }),
    output: async (viewer, id, path) => {
      const output = (await get(viewer, id))?.outputs.find((one) => one.path === path)
      if (!output) return null
      const bytes = await blobs.get(db.tenantId, output.sha256)
      if (!bytes) throw blobMissing(output)
      return bytes
    },
    interruptDead: async (now) => {
      const found = await db.read
        .selectFrom('executions')
        .select('id')
        .where('finished_at', 'is', null)
        .where('alive_until', '<=', now)
        .limit(1)
        .execute()
      // Asked often and hardly ever so: nobody's writing waits for it.
      if (found.length === 0) return 0
      return db.write(async (trx) => {
        const dead = await trx
          .updateTable('executions')
          .set({ status: 'interrupted', finished_at: now })
          .where('finished_at', 'is', null)
          .where('alive_until', '<=', now)
          .returning('id')
          .execute()
        return dead.length
      })
    },
  }
}

async function listOf(
  db: TenantDatabase,
  viewer: UserId,
  { filter, page }: { readonly filter: ExecutionFilter; readonly page: PageRequest },
) {
  const key = startOf(page, ['number', 'string'])
  let query = db.read.selectFrom('executions').select(headColumns).where('started_by', '=', viewer)
  if (filter.conversationId !== undefined) {
    query = query.where('conversation_id', '=', filter.conversationId)
  }
  if (filter.skillId !== undefined) query = query.where('skill_id', '=', filter.skillId)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (key) query = query.where(behind(['started_at', 'id'], key, '<'))
  const rows = await query
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return pageOf(rows.map(toExecution), page.limit, (one) => [one.startedAt, one.id])
}
