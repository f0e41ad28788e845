import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import type { Database } from '../database/database.ts'
import { openPostgres } from '../database/postgres.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'

const addColumns: Migration = {
  name: '0001-columns',
  up: async (db) => {
    await db.schema.alterTable('colours').addColumn('code', 'text').execute()
    await db.schema.alterTable('shades').addColumn('code', 'text').execute()
  },
}

async function createColours(db: Kysely<unknown>): Promise<void> {
  for (const table of ['colours', 'shades']) {
    await db.schema.createTable(table).addColumn('name', 'text').execute()
  }
}

for (const kind of databaseKinds.filter(({ name }) => name === 'PostgreSQL')) {
  describe.skipIf(kind.skip)(`a migration beside servers that go on (${kind.name})`, () => {
    test('ends no transaction that has one of its tables and waits for another one', async () => {
      const backend = await kind.create()
      const url = backend.databaseUrl ?? ''
      const db = new Kysely<unknown>({ dialect: openPostgres(url).dialect })
      const request = new pg.Client({ connectionString: url })
      const observer = new pg.Client({ connectionString: url })
      await Promise.all([request.connect(), observer.connect()])
      const waiting = async () => {
        const { rowCount } = await observer.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rowCount
      }
      try {
        await createColours(db)
        await request.query('begin')
        await request.query("insert into shades (name) values ('dark')")
        const database = { kind: 'postgres', unscoped: db } as unknown as Database
        const migrated = migrate(database, 1, [addColumns])
        await expect.poll(waiting).toBe(1)
        await request.query("insert into colours (name) values ('red')")
        await request.query('commit')
        await migrated
        const { rows } = await sql`select c.code, s.code as other from colours c, shades s`.execute(
          db,
        )
        expect(rows).toHaveLength(1)
      } finally {
        await Promise.all([request.end(), observer.end(), db.destroy()])
        await backend.destroy()
      }
    })
  })
}
