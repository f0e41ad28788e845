import pg from 'pg'

const postgres = process.env.TEST_DATABASE_URL

/** Whether tests on PostgreSQL are skipped; `REQUIRE_ALL=1` makes them fail instead. */
export const noPostgres = !postgres && process.env.REQUIRE_ALL !== '1'

/** A new database. */
export interface TestDatabase {
  readonly url: string
  /** Ends the connections to it, too. */
  destroy(): Promise<void>
}

export async function createTestDatabase(name: string): Promise<TestDatabase> {
  const database = new URL(postgres ?? '')
  database.pathname = `/${name}_${process.pid}`
  const path = database.pathname.slice(1)
  await administer(`create database ${path}`)
  return {
    url: database.href,
    destroy: () => administer(`drop database ${path} with (force)`),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres ?? '' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
