import { standardSkillMd, validateSkillMd } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidateSlugs, composeSkillMd } from './compose-skill.ts'

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('Weekly report: Ünï', '--- x ---', '- a\n- b', '"q"', ' # ', 'yes', '1.0'),
)
const tool = fc.constantFrom('Read', 'Bash(git add:*)', 'mcp__x__y', 'a b', 'Bash(git')
const draft = fc.record(
  {
    name: fc.constantFrom('Weekly report', 'a_b.c', 'x', 'ÜBER'),
    description: text,
    instructions: text,
    whenToUse: text,
    allowedTools: fc.array(tool, { maxLength: 4 }),
  },
  { requiredKeys: ['name', 'description', 'instructions'] },
)

const current =
  '---\nname: Theirs\ncontext: fork\nallowed_tools: [Read]\nmetadata: {a: [1]}\n---\nx\n'

describe('skills that agents make', () => {
  it.each([
    ['new', null],
    ['changed', current],
  ])('D11: the standard form of a %s skill passes the strict rules', (_, before) => {
    fc.assert(
      fc.property(draft, (input) => {
        const slug = candidateSlugs(input.name)[0] ?? 'skill'
        const { name, source } = standardSkillMd(composeSkillMd(input, before), slug)
        const codes = validateSkillMd(source, 'spec', { folderName: name }).map(({ code }) => code)
        expect(codes.filter((code) => code !== 'frontmatter.unknown-key')).toEqual([])
      }),
    )
  })
})
