import type { TenantId } from '@repertoire/core/base'
import {
  type BlobStore,
  type Directory,
  lastOrganisation,
  tenantExists,
  tenantNotFound,
} from '@repertoire/core/ports'
import type { Database } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'

type Organisations = Pick<
  Directory,
  | 'tenants'
  | 'organisations'
  | 'createTenant'
  | 'renameTenant'
  | 'deleteTenant'
  | 'restoreTenant'
  | 'purgeTenant'
>

const blobsPerPage = 500

/** Organisations as the operator of the server sees them: names and times, no contents. */
export function createOrganisations(database: Database, blobs: BlobStore): Organisations {
  const db = database.unscoped
  const all = async () => {
    const columns = ['id', 'name', 'created_at', 'deleted_at'] as const
    const rows = await db
      .selectFrom('tenants')
      .select(columns)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id as TenantId,
      name: row.name,
      createdAt: row.created_at,
      deletedAt: row.deleted_at,
    }))
  }
  return {
    organisations: all,
    tenants: async () =>
      (await all())
        .filter(({ deletedAt }) => deletedAt === null)
        .map(({ id, name }) => ({ id, name })),
    createTenant: async ({ id, name, createdAt }) => {
      const row = { id, name, change_seq: 0, created_at: createdAt, deleted_at: null }
      await db.transaction().execute((trx) =>
        mapConstraintErrors(trx.insertInto('tenants').values(row).execute(), {
          onDuplicate: () => tenantExists(id),
        }),
      )
    },
    renameTenant: async (id, name) => {
      const renamed = await db
        .updateTable('tenants')
        .set({ name })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!renamed) throw tenantNotFound(id)
    },
    deleteTenant: (id, now) =>
      db.transaction().execute(async (trx) => {
        // Locks every row, so that of two deletions at once one sees the other.
        const active = await trx
          .updateTable('tenants')
          .set(({ eb }) => ({ change_seq: eb('change_seq', '+', 0) }))
          .where('deleted_at', 'is', null)
          .returning('id')
          .execute()
        if (!active.some((one) => one.id === id)) throw tenantNotFound(id)
        if (active.length === 1) throw lastOrganisation(id)
        await trx.updateTable('tenants').set({ deleted_at: now }).where('id', '=', id).execute()
      }),
    restoreTenant: async (id) => {
      const restored = await db
        .updateTable('tenants')
        .set({ deleted_at: null })
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .returning('id')
        .executeTakeFirst()
      if (!restored) throw tenantNotFound(id)
    },
    purgeTenant: async (id) => {
      const deleted = await db
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst()
      if (!deleted) throw tenantNotFound(id)
      // The files first: nobody would find them without the row.
      await removeBlobs(blobs, id)
      await db
        .deleteFrom('tenants')
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .execute()
    },
  }
}

async function removeBlobs(blobs: BlobStore, id: TenantId): Promise<void> {
  for (;;) {
    const page = await blobs.list(id, { after: null, limit: blobsPerPage })
    for (const { sha256 } of page) await blobs.remove(id, sha256)
    if (page.length < blobsPerPage) return
  }
}
