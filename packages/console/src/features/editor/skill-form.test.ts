import { loadSkillMd } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  descriptionProblem,
  nameProblem,
  newSkillText,
  readForm,
  slugProblem,
  splitTags,
  writeField,
} from './skill-form.ts'

const text = `---
# kept
name: 'Postgres triage'   # as quoted
description: Slow queries
metadata:
  tags: [a, b]
  risk: low
---
Body: stays
`
const fields = (source: string) => readForm(loadSkillMd(source))

describe('the form and the text', () => {
  it('A1: the form shows what the frontmatter says', () => {
    expect(fields(text)).toEqual({
      name: 'Postgres triage',
      slug: '',
      description: 'Slow queries',
      tags: ['a', 'b'],
    })
  })

  it('changes only the lines of the field, and keeps comments and body', () => {
    const next = writeField(text, 'description', 'Slow queries: locks')
    expect(fields(next)?.description).toBe('Slow queries: locks')
    expect(next).toContain("# kept\nname: 'Postgres triage'   # as quoted\n")
    expect(next.endsWith('---\nBody: stays\n')).toBe(true)
  })

  it('writes tags where the file keeps them', () => {
    const next = writeField(text, 'tags', ['x'])
    expect(fields(next)?.tags).toEqual(['x'])
    expect(loadSkillMd(next)).toMatchObject({
      document: { frontmatter: { metadata: { tags: ['x'], risk: 'low' } } },
    })
    expect(fields(writeField(text, 'tags', []))?.tags).toEqual([])
  })

  it('an emptied field is removed from the frontmatter', () => {
    expect(writeField(text, 'description', '')).not.toContain('description')
  })

  it('gives a text without frontmatter its first field', () => {
    expect(fields(writeField('Just a body', 'name', 'N'))?.name).toBe('N')
  })

  it('shows nothing for a text that cannot be read, instead of guessing', () => {
    expect(readForm({ ok: false, diagnostics: [] })).toBeNull()
  })

  it('reads back whatever a person types, however odd', () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((word) => word.trim() !== '' && !/\p{C}/u.test(word))
    fc.assert(
      fc.property(line, (word) => {
        expect(fields(writeField(newSkillText, 'description', word))?.description.trim()).toBe(
          word.trim(),
        )
      }),
    )
  })
})

it('splits tags as people write them', () => {
  expect(splitTags(' a, b ,,a')).toEqual(['a', 'b'])
})

it('A14: says what a slug may look like before the server has to', () => {
  expect(slugProblem('postgres.health-triage')).toBeUndefined()
  for (const slug of ['../x', 'A', 'a/b', 'a..b', 'a\0']) expect(slugProblem(slug)).toBeDefined()
})

it('shows a slug that cannot be used as it was typed, so that the field can say what is wrong', () => {
  const form = fields(writeField(newSkillText, 'slug', 'Bad Slug!!'))
  expect(form?.slug).toBe('Bad Slug!!')
  expect(slugProblem(form?.slug ?? '')).toBeDefined()
})

it('says of a description that it is missing, or that it is still that of the template', () => {
  const template = fields(newSkillText)?.description ?? ''
  expect(descriptionProblem('# Changed', '')).toMatch(/never finds/)
  expect(descriptionProblem('# Changed', template)).toMatch(/template/)
  expect(descriptionProblem('# Changed', 'Slow queries')).toBeUndefined()
  expect(descriptionProblem(newSkillText, template)).toBeUndefined()
})

it('says what is missing of a new skill that nobody wrote in, once somebody tries to create it', () => {
  const template = fields(newSkillText)
  expect(descriptionProblem(newSkillText, template?.description ?? '', true)).toMatch(/template/)
  expect(nameProblem(template?.name ?? '')).toMatch(/template/)
  expect(nameProblem('Slow queries')).toBeUndefined()
})
