import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { openSqlite } from '../database/sqlite.ts'
import { migrate } from './migrate.ts'

/**
 * What a server without the migration may fail after. These two are older than the first release. After it, a column or
 * table goes only in a release after the last one that reads it, and is listed here.
 */
const contractSteps: Readonly<Record<string, readonly string[]>> = {
  '0004-library': [
    "create unique index skills_slug on skills (tenant_id, scope, coalesce(user_id, ''), slug) where deleted_at is null",
    'drop view current_skills',
    'alter table executions rename column alive_until to signs',
  ],
  '0031-one-review': ['drop table proposals'],
}

/** Why a server that does not know of a statement may fail after it; null where it cannot notice. */
function breakingChange(statement: string, created: ReadonlySet<string>): string | null {
  const text = statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const dropped = /^drop (table|view|index) (?:if exists )?(\w+)/.exec(text)
  if (dropped && dropped[1] !== 'index' && !created.has(dropped[2] ?? '')) return dropped[0]
  const altered = /^alter table (\w+) (.*)$/.exec(text)
  if (altered) {
    const [, table = '', change = ''] = altered
    if (created.has(table)) return null
    if (/\b(?:drop|rename)\b/.test(change)) return text
    if (/\bnot null\b/.test(change) && !/\bdefault\b/.test(change)) return text
  }
  const unique = /^create unique index \w+ on (\w+)/.exec(text)
  return unique && !created.has(unique[1] ?? '') ? text : null
}

/** The statements of each migration, in order. */
async function statementsOfMigrations(): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-migrations-'))
  const found = new Map<string, readonly string[]>()
  let statements: string[] = []
  const { dialect } = openSqlite(join(folder, 'repertoire.db'))
  const db = new Kysely<never>({
    dialect,
    log: ({ query: { sql, parameters } }) => {
      if (/^insert into "schema_migrations"/.test(sql)) {
        found.set(String(parameters[0]), statements)
        statements = []
      } else statements.push(sql)
    },
  })
  try {
    await migrate({ kind: 'sqlite', unscoped: db } as unknown as Database, 1)
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}

function breakingChanges(statements: readonly string[]): string[] {
  const created = new Set(
    statements.flatMap((one) => /^create (?:table|view) "?(\w+)/.exec(one)?.[1] ?? []),
  )
  return statements.flatMap((one) => breakingChange(one, created) ?? [])
}

describe('migrations', () => {
  let found: ReadonlyMap<string, readonly string[]>
  beforeAll(async () => {
    found = await statementsOfMigrations()
  })

  it('only add what a server of the release before does not notice, except for the listed ones', () => {
    expect(found.size).toBeGreaterThan(40)
    const changes = [...found].map(
      ([name, statements]) => [name, breakingChanges(statements)] as const,
    )
    const breaking = Object.fromEntries(changes.filter(([, all]) => all.length > 0))
    expect(breaking).toEqual(contractSteps)
  })

  it.each([
    'drop table skills',
    'alter table "skills" drop column "name"',
    'alter table "skills" rename to "capabilities"',
    'alter table "skills" rename column "name" to "title"',
    'alter table "skills" add column "kind" text not null',
    'alter table "skills" alter column "name" set not null',
    'create unique index "skills_by_name" on "skills" ("name")',
  ])('finds %s', (statement) => {
    expect(breakingChanges([statement])).toHaveLength(1)
  })

  it.each([
    'alter table "skills" add column "kind" text',
    `alter table "skills" add column "kind" text default 'a' not null`,
    'create index "skills_by_name" on "skills" ("name")',
    'create table "colours" ("name" text not null)',
  ])('lets pass %s', (statement) => {
    expect(breakingChanges([statement])).toEqual([])
  })
})
