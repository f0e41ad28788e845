import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discoverSkills, type FoundFile, sayIgnored } from './discover-skills.ts'

const file = (path: string, size = 10): FoundFile => ({
  path,
  size,
  bytes: async () => new Uint8Array(size),
})
const shape = (paths: string[]) =>
  discoverSkills(paths.map((path) => file(path))).skills.map(({ path, files }) => [
    path,
    ...files.map((f) => f.path),
  ])

describe('discoverSkills', () => {
  it('finds every folder with a SKILL.md, at any depth, with the files below it', () => {
    expect(
      shape(['a/x/SKILL.md', 'a/x/scripts/run.py', 'a/y/deep/SKILL.md', 'a/README.md']),
    ).toEqual([
      ['a/x', 'SKILL.md', 'scripts/run.py'],
      ['a/y/deep', 'SKILL.md'],
    ])
  })

  it('gives a file to the nearest skill above it, so that a skill inside a skill stays whole', () => {
    expect(shape(['o/SKILL.md', 'o/i/SKILL.md', 'o/i/a.txt', 'o/b.txt'])).toEqual([
      ['o', 'SKILL.md', 'b.txt'],
      ['o/i', 'SKILL.md', 'a.txt'],
    ])
  })

  it('takes any letter case of the file name, and hands it on as SKILL.md', () => {
    expect(shape(['a/skill.md', 'b/Skill.MD'])).toEqual([
      ['a', 'SKILL.md'],
      ['b', 'SKILL.md'],
    ])
  })

  it('takes single Markdown files when there is no SKILL.md at all', () => {
    expect(shape(['triage.md', 'notes.txt'])).toEqual([['triage.md', 'SKILL.md']])
    expect(shape(['SKILL.md'])).toEqual([['SKILL.md', 'SKILL.md']])
  })

  it('leaves repositories’ own folders and system clutter out', () => {
    expect(
      shape(['a/SKILL.md', 'a/.git/config', 'a/.DS_Store', 'node_modules/p/SKILL.md']),
    ).toEqual([['a', 'SKILL.md']])
  })

  it('names what belongs to no skill', () => {
    const { ignored } = discoverSkills([file('a/SKILL.md'), file('README.md'), file('b/c.txt')])
    expect(sayIgnored(ignored)).toBe('2 files outside them will be left out: README.md, b/c.txt.')
    expect(sayIgnored([...ignored, 'c', 'd'])).toMatch(/README\.md, b\/c\.txt, c, 1 more\.$/)
    expect(sayIgnored([])).toBe('')
  })

  it('never loses or doubles a file', () => {
    const part = fc.constantFrom('a', 'b', 'SKILL.md', 'x.txt')
    const paths = fc.uniqueArray(
      fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    )
    fc.assert(
      fc.property(paths, (given) => {
        const { skills, ignored } = discoverSkills(given.map((path) => file(path)))
        expect(skills.reduce((sum, skill) => sum + skill.files.length, 0) + ignored.length).toBe(
          given.length,
        )
      }),
    )
  })
})
