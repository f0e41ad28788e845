import { expect, it } from 'vitest'
import { programOf } from './program-of.ts'

it('D1: flags what could be run, by its bit and by its name', () => {
  expect(programOf({ path: 'tool', executable: true })).toBe('executable')
  expect(programOf({ path: 'scripts/run.sh' })).toBe('script')
  expect(programOf({ path: 'scripts/Run.PY' })).toBe('script')
  expect(programOf({ path: 'Makefile' })).toBe('script')
  expect(programOf({ path: 'bin/tool.exe', executable: true })).toBe('binary program')
  expect(programOf({ path: 'cache/a.pyc' })).toBe('binary program')
  expect(programOf({ path: 'references/python.md' })).toBeNull()
  expect(programOf({ path: 'SKILL.md', executable: false })).toBeNull()
})
