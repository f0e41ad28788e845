import type { IntegrationEntryId, UserId } from '@repertoire/core/base'
import type { SkillScope } from '@repertoire/core/domain'
import {
  type IntegrationEntry,
  type IntegrationStore,
  type Projection,
  tenantNotFound,
} from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

export function createIntegrationStore(db: TenantDatabase): IntegrationStore {
  const inOrder = () =>
    db.read.selectFrom('integration_entries').selectAll().orderBy('domain').orderBy('user_id')
  return {
    list: async (viewer) => {
      const rows = await inOrder().where('user_id', 'in', ['', viewer]).execute()
      return rows.map(toEntry)
    },
    get: async (domain, scope) => {
      const row = await db.read
        .selectFrom('integration_entries')
        .selectAll()
        .where('domain', '=', domain)
        .where('user_id', '=', ownerOf(scope))
        .executeTakeFirst()
      return row ? toEntry(row) : null
    },
    put: (entry) =>
      db.write(async (trx) => {
        const { id, ...rest } = entryRow(entry)
        const written = trx
          .insertInto('integration_entries')
          .values({ id, ...rest })
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'domain', 'user_id']).doUpdateSet(rest),
          )
          .execute()
        await mapConstraintErrors(written, { onMissingParent: () => tenantNotFound(db.tenantId) })
      }),
    remove: (domain, scope) =>
      changesRow(db, (trx) =>
        trx
          .deleteFrom('integration_entries')
          .where('domain', '=', domain)
          .where('user_id', '=', ownerOf(scope))
          .returning('id'),
      ),
    all: async () => (await inOrder().execute()).map(toEntry),
  }
}

function ownerOf(scope: SkillScope): string {
  return scope.kind === 'org' ? '' : scope.userId
}

function toEntry(row: Row<'integration_entries'>): IntegrationEntry {
  return {
    id: row.id as IntegrationEntryId,
    domain: row.domain,
    scope: row.user_id === '' ? { kind: 'org' } : { kind: 'user', userId: row.user_id as UserId },
    version: row.version,
    setUpBy: row.set_up_by as UserId,
    setUpAt: row.set_up_at,
    projections: fromJson<Projection[]>(row.projections),
  }
}

function entryRow({ scope, ...entry }: IntegrationEntry): NewRow<'integration_entries'> {
  return { ...columnsOf(entry), user_id: ownerOf(scope) }
}
