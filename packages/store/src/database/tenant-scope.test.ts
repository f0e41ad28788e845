import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Schema, tenantColumns } from './schema.ts'
import { tenantScope } from './tenant-scope.ts'

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
}).withPlugin(tenantScope('T'))

/** The SQL of a query with its parameters inlined. */
function text(query: { compile(): { sql: string; parameters: readonly unknown[] } }): string {
  const { sql: compiled, parameters } = query.compile()
  const left = [...parameters]
  return compiled.replaceAll('"', '').replace(/\?/g, () => String(left.shift()))
}

describe('a query through the tenant scope', () => {
  test('reads only that tenant’s rows, whatever it selects', () => {
    expect(text(db.selectFrom('skills').select('id'))).toBe(
      'select id from skills where skills.tenant_id = T',
    )
    expect(text(db.selectFrom('tenants').select('change_seq'))).toBe(
      'select change_seq from tenants where tenants.id = T',
    )
    const either = db
      .selectFrom('skills as s')
      .select('id')
      .where((eb) => eb.or([eb('s.id', '=', 'a'), eb('s.scope', '=', 'org')]))
    expect(text(either)).toBe(
      'select id from skills as s where (s.id = a or s.scope = org) and s.tenant_id = T',
    )
    const raw = db.selectFrom('skills').select('id').where(sql<boolean>`1 = 1 or 2 = 2`)
    expect(text(raw)).toContain('where (1 = 1 or 2 = 2) and skills.tenant_id = T')
    const within = raw.where('skills.id', '=', 'a')
    expect(text(within)).toContain('where (1 = 1 or 2 = 2 and skills.id = a) and skills.tenant_id')
  })

  test('confines joins, outer joins and subqueries individually', () => {
    const inner = db.selectFrom('skills').innerJoin('revisions', 'skill_id', 'id').select('id')
    expect(text(inner)).toBe(
      'select id from skills inner join revisions on skill_id = id and revisions.tenant_id = T where skills.tenant_id = T',
    )
    const outer = db
      .selectFrom('skills')
      .leftJoin('skill_tags as t', 't.skill_id', 'id')
      .select('id')
    expect(text(outer)).toContain(
      'left join skill_tags as t on t.skill_id = id and t.tenant_id = T',
    )
    const nested = db
      .selectFrom('skills')
      .select((eb) => eb.selectFrom('audit').select('audit.id').limit(1).as('a'))
      .where((eb) => eb.exists(eb.selectFrom('runs').select('runs.id')))
      .where('id', 'in', (eb) => eb.selectFrom('skill_tags').select('skill_tags.skill_id'))
    const compiled = text(nested)
    for (const table of ['audit', 'runs', 'skill_tags', 'skills']) {
      expect(compiled).toContain(`${table}.tenant_id = T`)
    }
    const derived = db.selectFrom(db.selectFrom('skills').select('id').as('s')).select('s.id')
    expect(text(derived)).toContain('from skills where skills.tenant_id = T')
    const union = db.selectFrom('skills').select('id').union(db.selectFrom('runs').select('id'))
    expect(text(union)).toContain('from runs where runs.tenant_id = T')
    const cte = db
      .with('gone', (eb) => eb.deleteFrom('runs').returning('id'))
      .selectFrom('skills')
      .select('id')
    expect(text(cte)).toContain('delete from runs where runs.tenant_id = T')
  })

  test('updates and deletes only that tenant’s rows', () => {
    expect(text(db.updateTable('skills').set({ slug: 'x' }))).toBe(
      'update skills set slug = x where skills.tenant_id = T',
    )
    expect(text(db.deleteFrom('runs').where('id', '=', 'r'))).toBe(
      'delete from runs where id = r and runs.tenant_id = T',
    )
  })

  test('inserts every row into that tenant', () => {
    const rows = [
      { skill_id: 'a', tag: 'x' },
      { skill_id: 'b', tag: 'y' },
    ]
    expect(text(db.insertInto('skill_tags').values(rows))).toBe(
      'insert into skill_tags (skill_id, tag, tenant_id) values (a, x, T), (b, y, T)',
    )
  })

  test('rejects what it cannot confine', () => {
    const row = { skill_id: 'a', tag: 'x' }
    const refused = [
      () =>
        db
          .insertInto('skill_tags')
          .values({ ...row, tenant_id: 'other' })
          .compile(),
      () =>
        db
          .insertInto('tenants')
          .values({ id: 'x', name: '', change_seq: 0, created_at: 0 })
          .compile(),
      () =>
        db
          .insertInto('skill_tags')
          .columns(['skill_id', 'tag'])
          .expression((eb) => eb.selectFrom('skill_tags').select(['skill_id', 'tag']))
          .compile(),
      () =>
        db
          .selectFrom('sqlite_master' as 'skills')
          .selectAll()
          .compile(),
      () =>
        db
          .selectFrom('device_logins' as 'skills')
          .selectAll()
          .compile(),
      () =>
        db
          .selectFrom('current_skills' as 'skills')
          .selectAll()
          .compile(),
      () => sql`select * from skills`.compile(db),
      () => sql`delete ${sql.table('skills')}`.compile(db),
      () => db.selectFrom('skills').crossJoin('runs').select('skills.id').compile(),
      () => db.updateTable('skills').from('runs').set({ slug: 'x' }).compile(),
      () => db.deleteFrom('skills').using('runs').compile(),
      () => db.updateTable('skills').set({ tenant_id: 'other' }).compile(),
    ]
    for (const query of refused) expect(query).toThrow('Not confined to one tenant')
  })

  test('knows the tenant column of every table', () => {
    for (const [table, column] of Object.entries(tenantColumns)) {
      const query = db.selectFrom(table as 'skills').select('id' as never)
      expect(text(query)).toContain(`where ${table}.${column} = T`)
    }
  })
})
