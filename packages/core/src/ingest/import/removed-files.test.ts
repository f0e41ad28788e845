import { describe, expect, it } from 'vitest'
import type { Skill } from '../../domain/skill.ts'
import { removedFilesDiagnostics } from './removed-files.ts'

function skillWith(...paths: string[]): Pick<Skill, 'slug' | 'head'> {
  const manifest = paths.map((path) => ({ path, sha256: '', size: 1, executable: false }))
  return { slug: 'report', head: { number: 3, manifest } as unknown as Skill['head'] }
}

describe('the files that an import takes away', () => {
  it('D11: are named when one SKILL.md replaces a package', () => {
    const before = skillWith('SKILL.md', 'references/a.md', 'scripts/run.py')
    const [found] = removedFilesDiagnostics(before, ['SKILL.md'])
    expect(found).toMatchObject({ code: 'skill.removes-files', severity: 'warning' })
    expect(found?.message).toBe(
      '2 files of revision 3 of "report" would not be in the new one: references/a.md, scripts/run.py.',
    )
  })

  it('D11: are not mentioned when all come again', () => {
    expect(removedFilesDiagnostics(skillWith('SKILL.md', 'a.md'), ['a.md', 'SKILL.md'])).toEqual([])
  })

  it('stay few in the message, however many there are', () => {
    const many = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(300)}${index}`)
    const [found] = removedFilesDiagnostics(skillWith(...many), [])
    expect(found?.message).toContain('and 490 more')
    expect(found?.message.length).toBeLessThan(1_500)
  })
})
