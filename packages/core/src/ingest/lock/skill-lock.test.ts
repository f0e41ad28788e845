import { expect, test } from 'vitest'
import type { RevisionDigest } from '../../base/ids.ts'
import { parseLock } from './parse-lock.ts'
import { planLockImport } from './plan-lock-import.ts'
import { buildLock, type LockEntry, serialiseLock } from './skill-lock.ts'

const digest = (digit: string) => `sha256:${digit.repeat(64)}` as RevisionDigest

const entry = (slug: string, changes: Partial<LockEntry> = {}): LockEntry => ({
  slug,
  kind: 'git',
  source: 'https://git.example/skills.git',
  commit: 'a'.repeat(40),
  path: `skills/${slug}`,
  digest: digest('1'),
  ...changes,
})

test('the same skills give the same bytes, whatever their order, and read back', () => {
  const [a, b] = [entry('alpha'), entry('beta')]
  const text = serialiseLock(buildLock([b, a]))
  expect(text).toBe(serialiseLock(buildLock([a, b])))
  expect(parseLock(text)).toEqual(buildLock([a, b]))
})

test('no credential of an address gets into a lock', () => {
  const source = 'https://user:secret-token@git.example/skills.git?token=secret-token#secret-token'
  for (const text of [
    serialiseLock(buildLock([entry('alpha', { source })])),
    serialiseLock({ version: 1, skills: [entry('alpha', { source })] }),
  ]) {
    expect(text).not.toContain('secret-token')
    expect(text).toContain('"https://git.example/skills.git"')
  }
})

test.each([
  'secret-token@owner/name',
  'user:secret-token@git.example/skills.git',
  'ssh://user:secret-token@git.example/skills.git',
  'owner/name#secret-token',
])('no credential of %s, which is no https address, gets into a lock', (source) => {
  expect(serialiseLock(buildLock([entry('alpha', { source })]))).not.toContain('secret-token')
})

test('fields that a lock does not have are not written', () => {
  const more = { ...entry('alpha'), token: 'secret-token' }
  expect(serialiseLock({ version: 1, skills: [more] })).not.toContain('secret-token')
})

test.each([
  ['no JSON', '{', 'not JSON'],
  ['no list', '[]', 'list "skills"'],
  ['another version', '{"version":2,"skills":[]}', '"version" must be 1'],
  ['no object', '{"version":1,"skills":[null]}', 'Entry 1 must be an object'],
])('a lock with %s is refused and says why', (_name, text, message) => {
  expect(() => parseLock(text)).toThrow(message)
})

test.each<[keyof LockEntry, unknown]>([
  ['slug', '../alpha'],
  ['kind', '__proto__'],
  ['source', 'http://git.example/skills.git'],
  ['source', 'https://user:token@git.example/skills.git'],
  ['source', '--upload-pack=touch'],
  ['commit', 'main'],
  ['commit', '--all'],
  ['path', '../other'],
  ['path', '/etc'],
  ['path', 'a\\b'],
  ['digest', 'sha256:12'],
])('an entry whose %s is %s is refused by its number', (field, value) => {
  const text = JSON.stringify({
    version: 1,
    skills: [entry('alpha'), { ...entry('beta'), [field]: value }],
  })
  expect(() => parseLock(text)).toThrow(new RegExp(`Entry 2.*"${field}"`))
})

test('a GitHub entry names owner and repository, and nothing else', () => {
  const text = (source: string) =>
    JSON.stringify({ version: 1, skills: [entry('a', { kind: 'github', source })] })
  expect(parseLock(text('owner/name')).skills[0]?.source).toBe('owner/name')
  for (const source of ['owner/..', 'owner', 'token@owner/name']) {
    expect(() => parseLock(text(source))).toThrow('"source"')
  }
})

test('a skill twice in a lock, and too many of them, are refused', () => {
  expect(() => parseLock(JSON.stringify({ version: 1, skills: [entry('a'), entry('a')] }))).toThrow(
    'twice',
  )
  expect(() => parseLock(JSON.stringify({ version: 1, skills: Array(20_001).fill(0) }))).toThrow(
    '20001 skills',
  )
})

test('an import reads each source once at each commit, and only for what is not here', () => {
  const other = entry('delta', { commit: 'b'.repeat(40) })
  const lock = buildLock([entry('alpha'), entry('beta'), entry('gamma'), other, entry('epsilon')])
  const here = new Map([
    ['alpha', digest('1')],
    ['beta', digest('2')],
  ])
  const plan = planLockImport(lock, here)
  expect(plan.present).toEqual(['alpha'])
  expect(plan.mismatches).toEqual([{ entry: entry('beta'), found: digest('2') }])
  expect(
    plan.reads.map((read) => [read.commit?.[0], read.entries.map(({ slug }) => slug)]),
  ).toEqual([
    ['b', ['delta']],
    ['a', ['epsilon', 'gamma']],
  ])
})
