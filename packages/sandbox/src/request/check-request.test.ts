import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldersOf, wrongPath } from './check-request.ts'

const pieces = fc.constantFrom('..', '.', '', 'a', 'b.txt', '\0', '...', ' ', '🦊', '~', '\\', '-')
const paths = fc.oneof(
  fc.array(pieces).map((names) => names.join('/')),
  fc.string({ unit: 'binary' }),
)

describe('the paths of a request', () => {
  it('that are taken stay below the folder they are put in, as they are', () => {
    fc.assert(
      fc.property(paths, (path) => {
        if (wrongPath(path) !== null) return
        const full = posix.join('/folder', path)
        expect(full).toBe(`/folder/${path}`)
        expect(posix.relative('/folder', full).startsWith('../')).toBe(false)
        expect(full).not.toContain('\0')
      }),
      { numRuns: 2_000 },
    )
  })

  it('are in all the folders that have to be made for them, outermost first', () => {
    expect(foldersOf('a/b/c.txt')).toEqual(['a', 'a/b'])
    expect(foldersOf('c.txt')).toEqual([])
  })
})
