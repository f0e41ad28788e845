import type { UserId } from '@repertoire/core/base'
import type { ModelProvider, ProviderKind } from '@repertoire/core/domain'
import { providerExists, providerNotFound, providerStale } from '@repertoire/core/keep'
import { type ModelProviderStore, tenantNotFound } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

export function createModelProviderStore(db: TenantDatabase): ModelProviderStore {
  const all = () => db.read.selectFrom('model_providers').selectAll()
  const get = async (id: string) => {
    const row = await all().where('id', '=', id).executeTakeFirst()
    return row ? toProvider(row) : null
  }
  return {
    list: async () => (await all().orderBy('name').execute()).map(toProvider),
    get,
    create: (provider) =>
      db.write(async (trx) => {
        const insert = trx.insertInto('model_providers').values(providerRow(provider)).execute()
        await mapConstraintErrors(insert, {
          onDuplicate: () => providerExists(provider.id),
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
      }),
    update: async (provider, expectedVersion) => {
      const { id, ...change } = providerRow(provider)
      const isChanged = await changesRow(db, (trx) =>
        trx
          .updateTable('model_providers')
          .set(change)
          .where('id', '=', id)
          .where('version', '=', expectedVersion)
          .returning('id'),
      )
      if (isChanged) return
      throw (await get(id)) ? providerStale(id) : providerNotFound(id)
    },
    recordTest: (id, test) =>
      changesRow(db, (trx) =>
        trx
          .updateTable('model_providers')
          .set({ last_test: toJson(test) })
          .where('id', '=', id)
          .returning('id'),
      ),
    remove: (id) =>
      changesRow(db, (trx) =>
        trx.deleteFrom('model_providers').where('id', '=', id).returning('id'),
      ),
  }
}

function toProvider(row: Row<'model_providers'>): ModelProvider {
  const { encrypted_key: encrypted, key_ending: ending, key_set_at: setAt } = row
  return {
    ...{ id: row.id, name: row.name, kind: row.kind as ProviderKind, baseUrl: row.base_url },
    key: encrypted === null ? null : { encrypted, ending: ending ?? '', setAt: setAt ?? 0 },
    models: fromJson<ModelProvider['models']>(row.models),
    lastTest: row.last_test === null ? null : fromJson<ModelProvider['lastTest']>(row.last_test),
    createdBy: row.created_by as UserId,
    ...{ createdAt: row.created_at, updatedAt: row.updated_at, version: row.version },
  }
}

function providerRow({ key, ...provider }: ModelProvider): NewRow<'model_providers'> {
  return {
    ...columnsOf(provider),
    encrypted_key: key?.encrypted ?? null,
    key_ending: key?.ending ?? null,
    key_set_at: key?.setAt ?? null,
  }
}
