import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError, type Problem } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { checkDatabase } from '../check-database.ts'
import { databaseKinds, sha256 } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { forEveryStore } from '../contract/store-fixture.ts'
import { openStore } from '../open-store.ts'
import { toPostgresProblem } from './database-errors.ts'

function problemOf(error: unknown): Problem {
  const problem = toPostgresProblem(error, 'db/app')
  if (isProblemError(problem)) return problem.problem
  throw error
}

const withCode = (code: string, message = 'raw words') =>
  Object.assign(new Error(message), { code })

describe('an error of PostgreSQL', () => {
  it.each([
    ['3D000', /db\/app does not exist/, /CREATE DATABASE/],
    ['28P01', /refuses the login/, /password/],
    ['28000', /refuses the login/, /pg_hba/],
    ['53300', /no connection left/, /max_connections/],
    ['57P03', /does not accept connections now/, /again/],
    ['ECONNREFUSED', /does not answer \(db\/app: ECONNREFUSED\)/, /runs/],
    ['08006', /does not answer \(db\/app: 08006\)/, /runs/],
  ])('%s has its own sentence, and says what to do', (code, message, hint) => {
    const problem = problemOf(withCode(code))
    expect(problem).toMatchObject({ code: 'store.unavailable', kind: 'unavailable' })
    expect(problem.message).toMatch(message)
    expect(problem.hint).toMatch(hint)
    expect(problem.message).not.toContain('raw words')
  })

  it('tells a pool that is full from a server that does not answer', () => {
    const full = problemOf(new Error('timeout exceeded when trying to connect'))
    expect(full.message).toMatch(/All connections of this process/)
    const away = problemOf(new Error('Connection terminated due to connection timeout'))
    expect(away.message).toMatch(/does not answer/)
  })

  it('without a right says which, and the GRANT that gives it', () => {
    const schema = problemOf(withCode('42501', 'permission denied for schema public'))
    expect(schema).toMatchObject({ code: 'store.not-permitted', kind: 'unavailable' })
    expect(schema.message).toContain('permission denied for schema public')
    expect(schema.hint).toContain('GRANT CREATE, USAGE ON SCHEMA public TO')
    const table = problemOf(withCode('42501', 'must be owner of table skills'))
    expect(table.message).toContain('must be owner of table skills')
    expect(table.hint).toContain('belong to that user')
  })

  it('that is a mistake of ours passes unchanged', () => {
    const error = withCode('42601', 'syntax error')
    expect(toPostgresProblem(error, 'db')).toBe(error)
  })
})

forEveryStore(
  'a start that PostgreSQL refuses',
  (fixture) => {
    async function refusedAt(change: (url: URL) => void): Promise<Problem> {
      const url = new URL(fixture.backend.databaseUrl ?? '')
      change(url)
      const dataDir = await mkdtemp(join(tmpdir(), 'repertoire-refused-'))
      try {
        const parts = { clock: createFixedClock(), ids: createSequentialIds(), sha256 }
        const store = await openStore({ ...parts, dataDir, databaseUrl: url.href })
        await store.close()
      } catch (error) {
        if (isProblemError(error)) return error.problem
        throw error
      } finally {
        await rm(dataDir, { recursive: true, force: true })
      }
      throw new Error('It opened.')
    }

    const run = (statement: string) =>
      inspect(fixture.backend, (db) => sql.raw(statement).execute(db))

    /** A user who may log in and nothing else, as PostgreSQL creates one. */
    async function withUser<Value>(work: (name: string) => Promise<Value>): Promise<Value> {
      const name = `limited_${process.pid}`
      await run(`create role ${name} login connection limit 0`)
      try {
        return await work(name)
      } finally {
        await run(`drop role ${name}`)
      }
    }

    const asUser = (name: string) => (url: URL) =>
      url.searchParams.has('user') ? url.searchParams.set('user', name) : setUser(url, name)

    test('names a database that does not exist', async () => {
      const problem = await refusedAt((url) => {
        url.pathname = '/absent'
      })
      expect(problem.message).toMatch(/\/absent does not exist/)
    })

    test('is found by a check, too, which changes nothing', async () => {
      const url = new URL(fixture.backend.databaseUrl ?? '')
      await expect(checkDatabase(url.href)).resolves.toBeUndefined()
      url.pathname = '/absent'
      await expect(checkDatabase(url.href)).rejects.toThrow('/absent does not exist')
    })

    test('names a user who does not exist', async () => {
      expect((await refusedAt(asUser('nobody_here'))).message).toMatch(/refuses the login/)
    })

    test('says that no connection is left, and names a missing right with its GRANT', async () => {
      await withUser(async (name) => {
        expect((await refusedAt(asUser(name))).message).toMatch(/no connection left/)
        await run(`alter role ${name} connection limit -1`)
        await run('revoke create on schema public from public')
        const problem = await refusedAt(asUser(name))
        expect(problem.code).toBe('store.not-permitted')
        expect(problem.hint).toMatch(/GRANT/)
        const url = new URL(fixture.backend.databaseUrl ?? '')
        asUser(name)(url)
        await expect(checkDatabase(url.href)).rejects.toMatchObject({
          problem: { code: 'store.not-permitted' },
        })
        await run(`grant create, usage on schema public to ${name}`)
        await expect(checkDatabase(url.href)).resolves.toBeUndefined()
        await run(`revoke create, usage on schema public from ${name}`)
      })
    })
  },
  databaseKinds.filter((kind) => kind.name === 'PostgreSQL'),
)

function setUser(url: URL, name: string): void {
  url.username = name
}
