import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceBody } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { may, mayChangeSource, mayWriteScope } from './may.ts'

const permissions = ['skills.read', 'skills.write', 'conversations.use'] as const
const person = (role: 'member' | 'admin') => ({
  permissions: [...permissions],
  member: { role },
})

it('A8: members write their own skills, administrators also those of the organisation', () => {
  const allowed = (role: 'member' | 'admin', scope: 'org' | 'user') =>
    mayWriteScope(person(role), scope)
  expect([allowed('member', 'org'), allowed('member', 'user')]).toEqual([false, true])
  expect([allowed('admin', 'org'), allowed('admin', 'user')]).toEqual([true, true])
  const reader = { permissions: ['skills.read' as const], member: { role: 'admin' as const } }
  expect(mayWriteScope(reader, 'user')).toBe(false)
})

it('A13: a member changes the sources that the member added and nobody trusts', () => {
  const own = { created_by: 'usr_1', review_policy: 'hold', has_token: false } as const
  const as = (role: 'member' | 'admin', change: Partial<SourceBody> = {}) => {
    const { permissions } = person(role)
    return mayChangeSource({ permissions, member: { role, id: 'usr_1' } }, { ...own, ...change })
  }
  expect(as('member')).toBe(true)
  const others = [
    { created_by: 'usr_2' },
    { review_policy: 'apply-clean' },
    { has_token: true },
  ] as const
  for (const change of others)
    expect([as('member', change), as('admin', change)]).toEqual([false, true])
})

it('A13: what a permission alone decides is decided by the permission', () => {
  expect(may(person('admin'), 'settings.write')).toBe(false)
  expect(may({ ...person('admin'), permissions: ['settings.write'] }, 'settings.write')).toBe(true)
  expect(may(person('member'), 'connectors.answer')).toBe(false)
  expect(may(person('admin'), 'connectors.answer')).toBe(true)
})

it('A13: only an owner manages owners', () => {
  const allowed = (role: 'member' | 'admin' | 'owner') =>
    may({ member: { role }, permissions: ['members.write'] }, 'owners.manage')
  expect([allowed('member'), allowed('admin'), allowed('owner')]).toEqual([false, false, true])
})

it('A13: no other file of the page compares roles or looks into permissions', () => {
  const source = join(import.meta.dirname, '../..')
  const comparing = globSync('**/*.{ts,tsx}', { cwd: source }).filter(
    (path) =>
      !path.startsWith('shared/session/may') &&
      !path.includes('.test.') &&
      /role\s*[!=]==\s*'|permissions\.includes/.test(readFileSync(join(source, path), 'utf8')),
  )
  expect(comparing).toEqual([])
})
