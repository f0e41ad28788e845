import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldersOf, pathProblem } from './validate-request.ts'

const pieces = fc.constantFrom('..', '.', '', 'a', 'b.txt', '\0', '...', ' ', '🦊', '~', '\\', '-')
const paths = fc.oneof(
  fc.array(pieces).map((names) => names.join('/')),
  fc.string({ unit: 'binary' }),
)

describe('the paths of a request', () => {
  it('that are accepted stay below their folder, unchanged', () => {
    fc.assert(
      fc.property(paths, (path) => {
        if (pathProblem(path) !== null) return
        const full = posix.join('/folder', path)
        expect(full).toBe(`/folder/${path}`)
        expect(posix.relative('/folder', full).startsWith('../')).toBe(false)
        expect(full).not.toContain('\0')
      }),
      { numRuns: 2_000 },
    )
  })

  it('list all parent folders, outermost first', () => {
    expect(foldersOf('a/b/c.txt')).toEqual(['a', 'a/b'])
    expect(foldersOf('c.txt')).toEqual([])
  })
})
