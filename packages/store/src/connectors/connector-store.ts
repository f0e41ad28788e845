import type { UserId } from '@repertoire/core/base'
import type { StoredConnector } from '@repertoire/core/domain'
import { connectorExists, connectorStale, storedConnectorNotFound } from '@repertoire/core/keep'
import { type ConnectorStore, tenantNotFound } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson } from '../database/json.ts'
import type { Row } from '../database/schema.ts'

export function createConnectorStore(db: TenantDatabase): ConnectorStore {
  const all = () => db.read.selectFrom('connectors').selectAll()
  const get = async (name: string) => {
    const row = await all().where('name', '=', name).executeTakeFirst()
    return row ? toConnector(row) : null
  }
  return {
    list: async () => (await all().orderBy('name').execute()).map(toConnector),
    get,
    create: (connector) =>
      db.write(async (trx) => {
        const insert = trx.insertInto('connectors').values(columnsOf(connector)).execute()
        await mapConstraintErrors(insert, {
          onDuplicate: () => connectorExists(connector.name),
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
      }),
    update: async (connector, expectedVersion) => {
      const { name, ...change } = columnsOf(connector)
      const isChanged = await changesRow(db, (trx) =>
        trx
          .updateTable('connectors')
          .set(change)
          .where('name', '=', name)
          .where('version', '=', expectedVersion)
          .returning('name'),
      )
      if (isChanged) return
      throw (await get(name)) ? connectorStale(name) : storedConnectorNotFound(name)
    },
    remove: (name) =>
      changesRow(db, (trx) =>
        trx.deleteFrom('connectors').where('name', '=', name).returning('name'),
      ),
  }
}

function toConnector(row: Row<'connectors'>): StoredConnector {
  const { name, title, description, url, open_world: openWorld } = row
  return {
    ...{ name, title, description, url },
    headers: fromJson<StoredConnector['headers']>(row.headers),
    openWorld: openWorld === null ? null : openWorld === 1,
    createdBy: row.created_by as UserId,
    ...{ createdAt: row.created_at, updatedAt: row.updated_at, version: row.version },
  }
}
