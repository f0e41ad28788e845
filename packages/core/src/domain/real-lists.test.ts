import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadSkillMd } from '@repertoire/skill-md'
import { describe, expect, it } from 'vitest'
import { parseAllowedTools } from './allowed-tools.ts'

const skills = join(import.meta.dirname, '../../../../../shared/data/skills')

describe.skipIf(!existsSync(skills))('real skills (needs ../shared/data)', () => {
  it('D7: every list is read, and none has a pattern that cannot be decided', () => {
    const files = readdirSync(skills, { recursive: true, encoding: 'utf8' }).filter(
      (path) => basename(path).toLowerCase() === 'skill.md',
    )
    expect(files).toHaveLength(244)
    const lists = files.map((path) => {
      const loaded = loadSkillMd(readFileSync(join(skills, path)), {})
      if (!loaded.ok) throw new Error(path)
      return loaded.document.fields.allowedTools ?? []
    })
    expect(lists.filter((list) => list.length > 0).length).toBeGreaterThan(5)
    expect(lists.flatMap((list) => parseAllowedTools(list).undecided)).toEqual([])
  })
})
