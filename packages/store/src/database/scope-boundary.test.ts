import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('contract'),
  )
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

function filesThatSay(pattern: RegExp): string[] {
  return sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort()
}

test('only migrations, a copy of everything, the directory and its background work query rows without a tenant scope', () => {
  expect(filesThatSay(/\.unscoped\b/)).toEqual([
    'conversations/background-work.ts',
    'copy/copy-to-postgres.ts',
    'migrations/migrate.ts',
    'organisation/device-logins.ts',
    'organisation/directory.ts',
    'organisation/organisations.ts',
  ])
  expect(filesThatSay(/\.unscopedOne\b/)).toEqual(['organisation/directory.ts'])
  expect(filesThatSay(/\.health\b/)).toEqual([
    'conversations/background-work.ts',
    'database/database.ts',
    'open-store.ts',
  ])
  const ping = sources.find(({ file }) => file === 'open-store.ts')?.text ?? ''
  expect(ping.match(/\.health\b/g)).toHaveLength(1)
  expect(ping).toContain('sql`select 1`.execute(database.health)')
})

test('only prepared queries, composed within the scope, run as compiled SQL', () => {
  expect(filesThatSay(/\.executeQuery\b/)).toEqual([
    'database/prepared-query.ts',
    'database/sqlite.ts',
  ])
  expect(filesThatSay(/new PreparedQueries\b/)).toEqual(['database/database.ts'])
})

test('only the modules that open a database create a Kysely, and only one module removes the scope', () => {
  // The other one only says which tables migrations name: its driver has no database.
  const withoutDatabase = 'migrations/lock-tables.ts'
  expect(filesThatSay(/new Kysely\b/)).toEqual([
    'copy/copy-to-postgres.ts',
    withoutDatabase,
    'open-store.ts',
  ])
  expect(filesThatSay(/new DummyDriver\b/)).toEqual([withoutDatabase])
  expect(filesThatSay(/withoutPlugins|withPlugin\b/)).toEqual(['database/database.ts'])
})
