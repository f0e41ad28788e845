import type { AuthoredToolId } from '@repertoire/core/base'
import { type AuthoredIdentity, type AuthoredTool, authoredLimits } from '@repertoire/core/domain'
import type { AuthoredStore } from '@repertoire/core/ports'
import {
  authoredNameTaken,
  authoredNotFound,
  authoredStale,
  authoredTooMany,
} from '@repertoire/core/use'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { toJson } from '../database/json.ts'
import type { Transaction } from '../database/query.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { createAuthoredReads, findNamedTool, findTool } from './authored-reads.ts'
import { identityRow, versionRow } from './authored-rows.ts'

/** Tools and libraries written by agents. */
export function createAuthoredStore(db: TenantDatabase): AuthoredStore {
  return {
    ...createAuthoredReads(db),
    create: ({ tool, changeKey }) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        await checkNameAndLimit(trx, tool)
        await trx.insertInto('authored_tools').values(identityRow(tool)).execute()
        await trx
          .insertInto('authored_versions')
          .values(versionRow(tool.id, tool.head, changeKey))
          .execute()
      }),
    revise: (id, { version, changeKey }) =>
      db.write(async (trx) => {
        const before = await loadUndeletedTool(trx, id)
        const moved = await trx
          .updateTable('authored_tools')
          .set({ head_number: version.number, updated_at: version.createdAt })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .where('head_number', '=', version.number - 1)
          .returning('id')
          .executeTakeFirst()
        if (!moved) throw authoredStale(before, (await loadUndeletedTool(trx, id)).head.number)
        await trx
          .insertInto('authored_versions')
          .values(versionRow(id, version, changeKey))
          .execute()
        return loadUndeletedTool(trx, id)
      }),
    setEnabled: (id, enabled, now) =>
      db.write(async (trx) => {
        await trx
          .updateTable('authored_tools')
          .set({ enabled: enabled ? 1 : 0, updated_at: now })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute()
        return loadUndeletedTool(trx, id)
      }),
    remove: (id, { now, changeKey, purgeBefore }) =>
      db.write(async (trx) => {
        await trx.deleteFrom('authored_tools').where('deleted_at', '<', purgeBefore).execute()
        await trx
          .updateTable('authored_tools')
          .set({ deleted_at: now, deleted_key: changeKey })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute()
        await loadTool(trx, id)
      }),
    restore: (id, now) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        const before = await loadTool(trx, id)
        if (before.deletedAt === null) return before
        await checkNameAndLimit(trx, before)
        await trx
          .updateTable('authored_tools')
          .set({ deleted_at: null, deleted_key: null, updated_at: now })
          .where('id', '=', id)
          .execute()
        return loadUndeletedTool(trx, id)
      }),
    grant: ({ toolId, digest, version, libraries, grantedBy, grantedAt }) =>
      db.write(async (trx) => {
        const granted = { version, granted_by: grantedBy, granted_at: grantedAt }
        const reached = { libraries: toJson(libraries) }
        const written = trx
          .insertInto('authored_grants')
          .values({ tool_id: toolId, digest, ...granted, ...reached })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await mapConstraintErrors(written, { onMissingParent: () => authoredNotFound(toolId) })
      }),
  }
}

async function loadTool(trx: Transaction, id: AuthoredToolId): Promise<AuthoredTool> {
  const found = await findTool(trx, (query) => query.where('id', '=', id))
  if (!found) throw authoredNotFound(id)
  return found
}

async function loadUndeletedTool(trx: Transaction, id: AuthoredToolId): Promise<AuthoredTool> {
  const found = await loadTool(trx, id)
  if (found.deletedAt !== null) throw authoredNotFound(id)
  return found
}

/** Runs under the tenant's lock: of two concurrent calls the second sees the first. */
async function checkNameAndLimit(
  trx: Transaction,
  { owner, kind, name }: AuthoredIdentity,
): Promise<void> {
  if (await findNamedTool(trx, { owner, kind, name })) throw authoredNameTaken({ kind, name })
  const { count } = await trx
    .selectFrom('authored_tools')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('owner', '=', owner)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= authoredLimits.perPerson) throw authoredTooMany(kind)
}
