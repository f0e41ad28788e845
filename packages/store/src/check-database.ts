import { ProblemError } from '@repertoire/core/base'
import { toPostgresProblem } from './database/database-errors.ts'
import { isPostgresUrl } from './database/postgres-url.ts'

interface SchemaRight {
  readonly schema: string | null
  readonly may: boolean | null
}

/**
 * Logs in to PostgreSQL and looks whether tables may be created, as the first start does. Changes nothing. Throws ProblemError
 * `store.*`.
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  if (!isPostgresUrl(databaseUrl)) throw new ProblemError(badDatabaseUrl)
  const { openPostgres } = await import('./database/postgres.ts')
  const client = openPostgres(databaseUrl).newClient()
  // A connection that ends is an event, too, which nobody else listens to.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<SchemaRight>(schemaRight)
    if (rows[0]?.may === true) return
    // Without USAGE there is no current schema at all.
    const message = `permission denied for schema ${rows[0]?.schema ?? 'public'}`
    throw Object.assign(new Error(message), { code: '42501' })
  } catch (error) {
    throw toPostgresProblem(error, nameOf(databaseUrl))
  } finally {
    await client.end().catch(() => undefined)
  }
}

const schemaRight =
  "select current_schema() as schema, has_schema_privilege(current_schema(), 'create') as may"

/** Thrown for an address that is none of PostgreSQL. */
export const badDatabaseUrl = {
  code: 'store.bad-database-url',
  kind: 'invalid',
  message: 'The address of the database is not postgres://user:password@host/database.',
  hint: 'Percent-encode the password: # is %23, / is %2F.',
} as const

function nameOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `${host || searchParams.get('host') || 'local'}${pathname}`
}
