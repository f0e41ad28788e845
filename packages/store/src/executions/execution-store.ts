import { type ExecutionId, ProblemError, type UserId } from '@repertoire/core/base'
import {
  type BlobStore,
  blobMissing,
  conversationNotFound,
  type ExecutionFilter,
  type ExecutionStore,
  type PageRequest,
  pageOf,
} from '@repertoire/core/ports'
import { executionExists, withoutOutputs } from '@repertoire/core/use'
import { sql } from 'kysely'
import { isOfKept } from '../conversations/deleted-conversations.ts'
import { changesRow } from '../database/changes-row.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { toJson } from '../database/json.ts'
import { fetchLatest } from '../database/pages.ts'
import { endColumns, executionRow, headColumns, outputsOf, toExecution } from './execution-rows.ts'

/** Executions of scripts and commands. An execution ends once; later writes change nothing. */
export function createExecutionStore(db: TenantDatabase, blobs: BlobStore): ExecutionStore {
  const get = async (viewer: UserId, id: ExecutionId) => {
    const row = await db.read
      .selectFrom('executions')
      .selectAll()
      .where('id', '=', id)
      .where('started_by', '=', viewer)
      .where(isOfKept('executions'))
      .executeTakeFirst()
    return row ? toExecution(row) : null
  }
  return {
    create: (execution) =>
      db.write(async (trx) => {
        const inserted = trx.insertInto('executions').values(executionRow(execution)).execute()
        await mapConstraintErrors(inserted, {
          onDuplicate: () => new ProblemError(executionExists(execution.id)),
          onMissingParent: () => conversationNotFound(execution.conversationId ?? ''),
        })
      }),
    heartbeat: (id, { status } = {}) =>
      db.write(async (trx) => {
        const row = await trx
          .updateTable('executions')
          .set((eb) => ({ signs: eb('signs', '+', 1), ...(status && { status }) }))
          .where('id', '=', id)
          .where('finished_at', 'is', null)
          .returning('cancel_asked_at')
          .executeTakeFirst()
        return row ? { cancelRequested: row.cancel_asked_at !== null } : null
      }),
    ...cancellation(db),
    finish: (execution) =>
      changesRow(db, (trx) =>
        trx
          .updateTable('executions')
          .set(endColumns(execution))
          .where('id', '=', execution.id)
          .where('finished_at', 'is', null)
          .returning('id'),
      ),
    get,
    list: (viewer, filter, page) => listExecutions(db, viewer, { filter, page }),
    output: async (viewer, id, path) => {
      const output = (await get(viewer, id))?.outputs.find((one) => one.path === path)
      if (!output) return null
      const bytes = await blobs.get(db.tenantId, output.sha256)
      if (!bytes) throw blobMissing(output)
      return bytes
    },
    interrupt: (id, { heartbeatCount, now }) =>
      changesRow(db, (trx) =>
        trx
          .updateTable('executions')
          .set({ status: 'interrupted', finished_at: now })
          .where('id', '=', id)
          .where('signs', '=', heartbeatCount)
          .where('finished_at', 'is', null)
          .returning('id'),
      ),
    dropOutputs: (ended) => dropOutputs(db, ended),
  }
}

function cancellation(
  db: TenantDatabase,
): Pick<ExecutionStore, 'requestCancel' | 'cancelRequested'> {
  return {
    requestCancel: (viewer, id, at) =>
      db.write(async (trx, notify) => {
        const asked = await trx
          .updateTable('executions')
          .set({ cancel_asked_at: at })
          .where('id', '=', id)
          .where('started_by', '=', viewer)
          .where('finished_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (asked) notify({ kind: 'executions', tenantId: db.tenantId })
        return asked !== undefined
      }),
    cancelRequested: async (ids) => {
      if (ids.length === 0) return []
      const rows = await db.read
        .selectFrom('executions')
        .select('id')
        .where('id', 'in', ids)
        .where('cancel_asked_at', 'is not', null)
        .where('finished_at', 'is', null)
        .execute()
      return rows.map(({ id }) => id as ExecutionId)
    },
  }
}

type DropOutputsRequest = Parameters<ExecutionStore['dropOutputs']>[0]

// A literal: a partial index is used only if the query's own text has its condition.
const noOutputs = sql.lit('[]')

async function dropOutputs(
  db: TenantDatabase,
  { by, why, limit }: DropOutputsRequest,
): Promise<number> {
  const old = await db.read
    .selectFrom('executions')
    .select(['id', 'outputs', 'skipped'])
    .where('conversation_id', 'is', null)
    .where('outputs', '<>', noOutputs)
    .where('finished_at', '<=', by)
    .limit(limit)
    .execute()
  if (old.length === 0) return 0
  return db.write(async (trx) => {
    for (const row of old) {
      const { outputs, skipped } = withoutOutputs(outputsOf(row), why)
      await trx
        .updateTable('executions')
        .set({ outputs: toJson(outputs), skipped: toJson(skipped) })
        .where('id', '=', row.id)
        .execute()
    }
    return old.length
  })
}

async function listExecutions(
  db: TenantDatabase,
  viewer: UserId,
  { filter, page }: { readonly filter: ExecutionFilter; readonly page: PageRequest },
) {
  let query = db.read
    .selectFrom('executions')
    .select(headColumns)
    .where('started_by', '=', viewer)
    .where(isOfKept('executions'))
  if (filter.conversationId !== undefined) {
    query = query.where('conversation_id', '=', filter.conversationId)
  }
  if (filter.skillId !== undefined) query = query.where('skill_id', '=', filter.skillId)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  const rows = await fetchLatest(query, page, ['started_at', 'id'])
  return pageOf(rows.map(toExecution), page.limit, (one) => [one.startedAt, one.id])
}
