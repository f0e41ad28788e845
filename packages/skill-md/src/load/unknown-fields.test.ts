import { describe, expect, it } from 'vitest'
import { loadSkillMd } from './load-skill-md.ts'

const misspelt = (line: string) =>
  loadSkillMd(`---\nname: triage\n${line}\n---\nBody.`).diagnostics.filter(
    ({ code }) => code === 'frontmatter.unknown-field',
  )

describe('a misspelt field', () => {
  it.each([
    ['descripton: Finds slow queries.', 'description'],
    ['allowed-tool: Bash', 'allowed-tools'],
    ['lisense: MIT', 'license'],
  ])('%s is named with what was meant, where it stands', (line, meant) => {
    expect(misspelt(line)).toMatchObject([
      { line: 3, message: expect.stringContaining(`Did you mean "${meant}"?`) },
    ])
  })

  it.each([
    'allowed_tools: Read',
    'allowedTools: Read',
    'tags: [a]',
    'licence: MIT',
    'version: 1.0.0',
    'when_to_use: At night.',
    'game: chess',
  ])('%s is none', (line) => expect(misspelt(line)).toEqual([]))

  it('is not looked for where the field is there', () => {
    expect(misspelt('description: One.\ndescripton: Two.')).toEqual([])
  })
})
