import { join } from 'node:path'
import { databaseFile } from '@repertoire/store'
import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** A connection past the store: through it, half a year of numbers would take half an hour. */
export interface RawDatabase {
  rows(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  run(statement: string): Promise<void>
  close(): Promise<void>
}

export async function openRaw(dataDir: string, databaseUrl?: string): Promise<RawDatabase> {
  if (databaseUrl === undefined) {
    const file = new Sqlite(join(dataDir, databaseFile))
    return {
      rows: async (statement) => file.prepare(statement).all() as Record<string, unknown>[],
      run: async (statement) => void file.exec(statement),
      close: async () => void file.close(),
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    rows: async (statement) => (await client.query(statement)).rows,
    run: async (statement) => void (await client.query(statement)),
    close: () => client.end(),
  }
}

/** Copies the rows of a day to as many days before it. */
export async function copyDays(raw: RawDatabase, table: string, days: number): Promise<void> {
  const [row = {}] = await raw.rows(`select * from ${table} limit 1`)
  const names = Object.keys(row)
  const values = names.map((name) => (name === 'day' ? 'day - back' : name))
  await raw.run(`with recursive backs (back) as
      (select 1 union all select back + 1 from backs where back < ${days})
    insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from backs cross join ${table}`)
}

const keys = ['tenant_id', 'skill_id', 'digest', 'agent_id', 'model']

/** Makes the sums by week anew from those by day. */
export async function sumWeeks(raw: RawDatabase, rows: string): Promise<void> {
  const table = `usage_weekly${rows}`
  const [row = {}] = await raw.rows(`select * from ${table} limit 1`)
  const names = Object.keys(row)
  const key = names.filter((name) => keys.includes(name))
  const week = 'day - day % 7'
  const values = names.map((name) => {
    if (key.includes(name)) return name
    if (name === 'day') return week
    return name === 'best_rank' ? 'min(best_rank)' : `sum(${name})`
  })
  await raw.run(`delete from ${table}`)
  await raw.run(`insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
    from usage_daily${rows} group by ${[...key, week].join(', ')}`)
}
