import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from '@repertoire/store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runDataTool } from '../testing/data-tool.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'

let folder: string
let server: ServerProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-back-up-'))
})
afterEach(async () => {
  await server?.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it('is for its owner alone, has no key, and is brought up to date in the same folder', async () => {
  const dataDir = join(folder, 'data')
  server = await startServerProcess(dataDir)
  const blobs = join(dataDir, 'blobs/tnt_a/ab')
  mkdirSync(blobs, { recursive: true })
  writeFileSync(join(blobs, 'ab'.repeat(32)), 'one')
  writeFileSync(join(blobs, `${'ab'.repeat(32)}.tmp`), 'half')
  writeFileSync(join(dataDir, 'secret.key'), 'a key')
  const to = join(folder, 'backup')
  const first = await runDataTool(['backup', to, '--data', dataDir])
  expect(first.stdout).toMatch(/Files: 1 copied, 0 there already\n.*\n.*secret\.key/)
  writeFileSync(join(blobs, 'cd'.repeat(32)), 'two')
  const second = await runDataTool(['backup', to, '--data', dataDir])
  expect(second.stdout).toContain('Files: 1 copied, 1 there already')
  expect(statSync(join(to, 'repertoire.db')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(to, 'secret.key'))).toBe(false)
  expect(existsSync(join(to, `blobs/tnt_a/ab/${'ab'.repeat(32)}.tmp`))).toBe(false)
})

it('names the key that has to be kept apart: the variable, the file, or none where nothing is encrypted yet', async () => {
  const dataDir = join(folder, 'data')
  server = await startServerProcess(dataDir)
  rmSync(join(dataDir, 'secret.key'), { force: true })
  const backup = ['backup', join(folder, 'backup'), '--data', dataDir]
  expect((await runDataTool(backup)).stdout).not.toContain('Keep ')
  const given = await runDataTool(backup, { REPERTOIRE_SECRET_KEY: 'ab'.repeat(32) })
  expect(given.stdout).toContain('Keep REPERTOIRE_SECRET_KEY apart')
  expect(given.stdout).not.toContain('secret.key')
})

it('that was killed is made whole by the next one, and two do not write into one folder', async () => {
  const dataDir = join(folder, 'data')
  server = await startServerProcess(dataDir)
  const hash = 'ef'.repeat(32)
  const at = `blobs/tnt_a/ef`
  const to = join(folder, 'backup')
  for (const root of [dataDir, to]) mkdirSync(join(root, at), { recursive: true })
  writeFileSync(join(dataDir, at, hash), 'whole')
  writeFileSync(join(to, 'repertoire.db.partial'), 'half a database')
  writeFileSync(join(to, at, `${hash}.partial`), 'wh')
  const lock = lockFolder(to)
  const other = await runDataTool(['backup', to, '--data', dataDir]).catch((error) => error)
  expect(other.stderr).toContain('Another backup writes into')
  lock?.release()
  await runDataTool(['backup', to, '--data', dataDir])
  expect(readFileSync(join(to, at, hash), 'utf8')).toBe('whole')
  expect(existsSync(join(to, at, `${hash}.partial`))).toBe(false)
  expect(readFileSync(join(to, 'repertoire.db'), 'latin1')).toMatch(/^SQLite format 3/)
})

it('says in one line where it cannot write', async () => {
  const dataDir = join(folder, 'data')
  server = await startServerProcess(dataDir)
  writeFileSync(join(folder, 'file'), '')
  const to = join(folder, 'file/backup')
  const { stderr } = await runDataTool(['backup', to, '--data', dataDir]).catch((error) => error)
  expect(stderr).toMatch(/^The folder .*backup cannot be used \(ENOTDIR\)\.\nChoose a folder/)
})

it('ends where a folder takes no entries', async () => {
  const { stderr } = await runDataTool(['backup', '/proc/backup', '--data', folder]).catch(
    (error) => error,
  )
  expect(stderr).toMatch(/^The folder \/proc\/backup cannot be used \(ENOENT\)\.\nChoose/)
})

it.each([
  ['a folder with something else in it', 'other.txt', {}, /has other files in it, such as other/],
  ['a server on PostgreSQL', null, { DATABASE_URL: 'postgres://localhost/x' }, /pg_dump/],
  ['a folder without data', null, {}, /repertoire\.db/],
])('says in two lines what is wrong with %s', async (_, file, env, expected) => {
  const to = join(folder, 'backup')
  mkdirSync(to)
  if (file) writeFileSync(join(to, file), 'x')
  const given = ['backup', to, '--data', join(folder, 'none')]
  const { stderr } = await runDataTool(given, env).catch((error) => error)
  expect(stderr).toMatch(expected)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
})
