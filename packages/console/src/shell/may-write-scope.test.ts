import { expect, it } from 'vitest'
import { mayWriteScope } from './may-write-scope.ts'

it('A8: members write their own skills, administrators also those of the organisation', () => {
  const permissions = ['skills.read', 'skills.write'] as const
  const may = (role: 'member' | 'admin', scope: 'org' | 'user') =>
    mayWriteScope({ permissions: [...permissions], member: { role } }, scope)
  expect([may('member', 'org'), may('member', 'user')]).toEqual([false, true])
  expect([may('admin', 'org'), may('admin', 'user')]).toEqual([true, true])
  const reader = { permissions: ['skills.read' as const], member: { role: 'admin' as const } }
  expect(mayWriteScope(reader, 'user')).toBe(false)
})
