import pg from 'pg'

/** Where a story's server keeps its data. */
export interface Database {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** A new, empty database, as the server is told of it by its environment. */
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

/** SQLite always; PostgreSQL where the launcher has started one. */
export function databases(): readonly Database[] {
  const { TEST_DATABASE_URL: url } = process.env
  if (url) return [sqlite, postgres(url)]
  process.stdout.write('  skipped: PostgreSQL (apt-get install postgresql)\n')
  return [sqlite]
}
