import { filePathFault } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { WorkspaceChange, WorkspaceFile } from '../../ports/workspace.ts'
import { bytesOf, planWorkspace } from './plan-workspace.ts'
import { workspaceLimits } from './workspace-limits.ts'

const file = (path: string, size = 1): WorkspaceFile => ({
  path,
  sha256: `${size}`,
  size,
  skillId: null,
  updatedAt: 0,
})
const put = (path: string, size = 1): WorkspaceChange => ({ path, sha256: `${size}`, size })

function codeOf(files: readonly WorkspaceFile[], changes: readonly WorkspaceChange[]): string {
  try {
    planWorkspace(files, changes, 1)
    return 'planned'
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
}

describe('planWorkspace', () => {
  it.each([
    ['', '../up', 'a/../../b', '/etc/passwd', 'C:\\x', 'c:x', 'a\\b', 'a//b', './a', 'a/.'],
    ['a\0b', 'a\nb', 'nul', 'com1.txt', 'a/aux.md', 'end.', 'end ', '\ud800', `${'x'.repeat(401)}`],
  ])('refuses unsafe paths: %j', (...paths) => {
    for (const path of paths) {
      expect({ [path]: codeOf([], [put(path)]) }).toEqual({ [path]: 'workspace.bad-path' })
    }
  })

  it('refuses paths that collide on some file system, also with an existing one', () => {
    for (const [there, added] of [
      ['readme.md', 'README.md'],
      ['caf\u00e9', 'cafe\u0301'],
      ['notes', 'notes/plan.md'],
      ['notes/plan.md', 'Notes'],
    ] as const) {
      expect(codeOf([file(there)], [put(added)])).toBe('workspace.path-collision')
      expect(codeOf([], [put(there), put(added)])).toBe('workspace.path-collision')
    }
    const renamed: WorkspaceChange[] = [{ path: 'notes', removed: true }, put('notes/plan.md')]
    expect(codeOf([file('notes')], renamed)).toBe('planned')
  })

  it('a folder over the limit may shrink, but not grow', () => {
    const full = [file('a', workspaceLimits.bytes), file('b', 10)]
    expect(codeOf(full, [put('b', 9)])).toBe('planned')
    expect(codeOf(full, [put('b', 10)])).toBe('planned')
    expect(codeOf(full, [put('b', 11)])).toBe('workspace.full')
    expect(codeOf(full, [{ path: 'b', removed: true }])).toBe('planned')
  })

  it('a change with an expected digest applies only to that content', () => {
    const change = put('a', 2)
    expect(codeOf([file('a', 1)], [{ ...change, expectedSha256: '1' }])).toBe('planned')
    expect(codeOf([file('a', 3)], [{ ...change, expectedSha256: '1' }])).toBe('workspace.changed')
    expect(codeOf([], [{ ...change, expectedSha256: '1' }])).toBe('workspace.changed')
    expect(codeOf([], [{ ...change, expectedSha256: null }])).toBe('planned')
    expect(codeOf([file('a')], [{ ...change, expectedSha256: null }])).toBe('workspace.changed')
    const gone: WorkspaceChange = { path: 'a', removed: true, expectedSha256: '1' }
    expect(codeOf([file('a', 2)], [gone])).toBe('workspace.changed')
  })

  it('after any changes the files are within the limits and under safe paths', () => {
    const name = fc.constantFrom('a', 'A', 'b', '..', 'nul', 'c.md', '', 'd\\e', '.', 'constructor')
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
    const size = fc.constantFrom(0, 1, workspaceLimits.bytes / 2, workspaceLimits.bytes)
    const change = fc.oneof(
      fc.record({ path, size }).map(({ path, size }) => put(path, size)),
      path.map((path): WorkspaceChange => ({ path, removed: true })),
    )
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }), (batches) => {
        let files: readonly WorkspaceFile[] = []
        for (const batch of batches) {
          try {
            files = planWorkspace(files, batch, 1)
          } catch (error) {
            if (!isProblemError(error)) throw error
          }
        }
        expect(files.filter(({ path }) => filePathFault(path) !== undefined)).toEqual([])
        expect(bytesOf(files)).toBeLessThanOrEqual(workspaceLimits.bytes)
        expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length)
      }),
    )
  })
})
