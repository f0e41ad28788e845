import type { LoggedSearch } from '@repertoire/core/domain'
import type { SearchLogStore } from '@repertoire/core/ports'
import { sql } from 'kysely'
import type { TenantDatabase } from '../database/database.ts'
import type { Transaction } from '../database/query.ts'
import { lockTenant } from '../database/tenant-lock.ts'

/** The greatest day with its results, as one number that can be compared. */
const latest = sql<number | string>`max(day * 1000 + results)`
const searches = sql<number | string>`sum(searches)`
const madeOn = (surface: LoggedSearch['surface']) =>
  sql<number | string>`sum(case when surface = ${surface} then searches else 0 end)`

export function createSearchLogStore(db: TenantDatabase): SearchLogStore {
  return {
    record: (search, maxQueries) =>
      db.write(async (trx) => {
        if (await countAgain(trx, search)) return
        // Under the lock the day's queries never pass the limit together.
        await lockTenant(trx, db.tenantId)
        if ((await countAgain(trx, search)) || (await queriesOf(trx, search)) >= maxQueries) return
        await trx
          .insertInto('logged_searches')
          .values({ ...search, searches: 1 })
          .execute()
      }),
    list: async ({ fromDay, minSearches, limit }) => {
      const rows = await db.read
        .selectFrom('logged_searches')
        .select([
          'query',
          searches.as('all_searches'),
          latest.as('latest'),
          madeOn('page').as('page'),
          madeOn('cli').as('cli'),
          madeOn('agent').as('agent'),
        ])
        .where('day', '>=', fromDay)
        .groupBy('query')
        .having(searches, '>=', minSearches)
        .orderBy(sql`case when ${latest} % 1000 = 0 then 0 else 1 end`)
        .orderBy(searches, 'desc')
        .orderBy('query')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        ...{ query: row.query, searches: Number(row.all_searches) },
        bySurface: { page: Number(row.page), cli: Number(row.cli), agent: Number(row.agent) },
        lastDay: Math.floor(Number(row.latest) / 1000),
        results: Number(row.latest) % 1000,
      }))
    },
    removeBefore: (day) =>
      db.write(async (trx) => {
        const removed = await trx
          .deleteFrom('logged_searches')
          .where('day', '<', day)
          .executeTakeFirst()
        return Number(removed.numDeletedRows)
      }),
  }
}

async function countAgain(
  trx: Transaction,
  { day, query, surface, results }: LoggedSearch,
): Promise<boolean> {
  const counted = await trx
    .updateTable('logged_searches')
    .set(({ eb }) => ({ searches: eb('searches', '+', 1), results }))
    .where('day', '=', day)
    .where('query', '=', query)
    .where('surface', '=', surface)
    .returning('day')
    .executeTakeFirst()
  return counted !== undefined
}

async function queriesOf(trx: Transaction, { day }: LoggedSearch): Promise<number> {
  const counted = await trx
    .selectFrom('logged_searches')
    .select((eb) => eb.fn.countAll<number | string>().as('rows'))
    .where('day', '=', day)
    .executeTakeFirst()
  return Number(counted?.rows ?? 0)
}
