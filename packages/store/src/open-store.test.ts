import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError, type Problem } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from './contract/backends.ts'
import { outputOf, startChild } from './contract/child-process.ts'
import { databaseFile, openStore } from './open-store.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repertoire-open-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function open(dataDir: string, databaseUrl?: string): Promise<Store> {
  const parts = { clock: createFixedClock(), ids: createSequentialIds(), sha256 }
  return openStore({ ...parts, dataDir, databaseUrl })
}

async function problemOf(work: Promise<Store>): Promise<Problem> {
  try {
    await (await work).close()
  } catch (error) {
    if (isProblemError(error)) return error.problem
    throw error
  }
  throw new Error('It opened.')
}

test('a missing data folder is created, with its parents', async () => {
  const store = await open(join(folder, 'a/b/c'))
  await store.ping()
  await store.close()
})

test('an unusable data folder is rejected by name', async () => {
  await writeFile(join(folder, 'file'), '')
  const dataDir = join(folder, 'file', 'data')
  const problem = await problemOf(open(dataDir))
  expect(problem).toMatchObject({ code: 'store.folder-unusable', kind: 'unavailable' })
  expect(problem.message).toContain(dataDir)
  expect(problem.hint).toMatch(/Choose a folder/)
})

test('a folder at the database file’s path is rejected by name', async () => {
  const file = join(folder, 'directory', databaseFile)
  await mkdir(file, { recursive: true })
  const problem = await problemOf(open(join(folder, 'directory')))
  expect(problem).toMatchObject({ code: 'store.cannot-open', details: { file } })
  expect(problem.message).toContain(file)
})

test('a file that is not a database is rejected by name and not changed', async () => {
  const file = join(folder, 'other', databaseFile)
  await mkdir(join(folder, 'other'))
  const letter = 'Dear diary, this is not a database. '.repeat(100)
  await writeFile(file, letter)
  const problem = await problemOf(open(join(folder, 'other')))
  expect(problem).toMatchObject({ code: 'store.not-a-database', details: { file } })
  expect(await readFile(file, 'utf8')).toBe(letter)
})

test('a truncated database file is reported as damaged, or opens with its content', async () => {
  const dataDir = join(folder, 'torn')
  await (await open(dataDir)).close()
  const bytes = await readFile(join(dataDir, databaseFile))
  await writeFile(join(dataDir, databaseFile), bytes.subarray(0, 4_096))
  expect((await problemOf(open(dataDir))).code).toBe('store.damaged')
})

test('a read-only database file is rejected by name', async () => {
  const dataDir = join(folder, 'read-only')
  await (await open(dataDir)).close()
  const file = join(dataDir, databaseFile)
  await chmod(file, 0o444)
  await chmod(dataDir, 0o555)
  await chmod(folder, 0o755)
  // Root may write anything, so under root this runs as nobody.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const [code, message] = await outputOf(startChild('./open-store-child.ts', { dataDir }, asNobody))
  await chmod(dataDir, 0o755)
  expect(code).toBe('store.read-only')
  expect(message).toContain(file)
})

test('an unreachable PostgreSQL server is reported without its password', async () => {
  const url = 'postgres://someone:hunter2@127.0.0.1:1/skills'
  const problem = await problemOf(open(join(folder, 'pg'), url))
  expect(problem).toMatchObject({ code: 'store.unavailable', kind: 'unavailable' })
  expect(problem.message).toContain('127.0.0.1:1/skills')
  expect(JSON.stringify(problem)).not.toContain('hunter2')
})

test('an address that is none of PostgreSQL is refused without being repeated', async () => {
  const problem = await problemOf(open(join(folder, 'url'), 'postgres://me:hunter#2@db/skills'))
  expect(problem).toMatchObject({ code: 'store.bad-database-url', kind: 'invalid' })
  expect(JSON.stringify(problem)).not.toContain('hunter')
})
