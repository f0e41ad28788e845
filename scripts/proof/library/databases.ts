import assert from 'node:assert/strict'
import pg from 'pg'

/** Where the server of a proof keeps its data. */
export interface Database {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Creates an empty database; returns the environment variables that select it. */
  create(): Promise<Record<string, string>>
}

const sqlite: Database = { name: 'SQLite', create: async () => ({}) }

let created = 0

function postgres(serverUrl: string): Database {
  return {
    name: 'PostgreSQL',
    create: async () => {
      const name = `proof_library_${process.pid}_${++created}`
      const client = new pg.Client({ connectionString: serverUrl })
      await client.connect()
      try {
        await client.query(`create database ${name}`)
      } finally {
        await client.end()
      }
      return { DATABASE_URL: serverUrl.replace('/postgres?', `/${name}?`) }
    },
  }
}

/** SQLite always; PostgreSQL if the launcher started one. */
export function databases(): readonly Database[] {
  const { TEST_DATABASE_URL: url } = process.env
  if (url) return [sqlite, postgres(url)]
  assert.notEqual(process.env.REQUIRE_ALL, '1', 'REQUIRE_ALL=1 needs PostgreSQL')
  process.stdout.write('  skipped: PostgreSQL (apt-get install postgresql)\n')
  return [sqlite]
}
