import { describe, expect, it } from 'vitest'
import { canBeCheckedOut } from './source-path.ts'

describe('files that can be in a repository', () => {
  it.each(['SKILL.md', 'a/b/übung 1.md', '.gitignore', 'a.git/x', '.github/x', 'gift~.md', 'git'])(
    'has %s',
    (path) => {
      expect(canBeCheckedOut(path)).toBe(true)
    },
  )

  it.each([
    ...['.git/config', 'a/.GIT/x', '.gitmodules', 'a/.gitattributes', 'git~1/config', 'GI7EBA~1'],
    ...['.g\u200cit/config', '.git\ufeffmodules'],
  ])('does not have %j', (path) => {
    expect(canBeCheckedOut(path)).toBe(false)
  })
})
