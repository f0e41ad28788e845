import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../base/json.ts'
import { yamlText } from '../frontmatter/yaml-text.arbitrary.ts'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { editSkillMd, InvalidSkillMd } from './edit-skill-md.ts'
import { jsonValue, valueText } from './json.arbitrary.ts'

const source = `\ufeff---
# who made this
name:   old-name # keep me
description: 'it''s "quoted"'
tags: [a,  b] # flow
metadata:
  # inner
  version: "1.0"   # pinned
  author: me

license: MIT

# the end
---
# Body
`

function frontmatterOf(text: string): JsonObject {
  const result = loadSkillMd(text)
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
  return result.document.frontmatter
}

test('D11: an edit of one key changes only its line and keeps its quotes and comment', () => {
  const edit = (key: string, value: JsonValue | null): string =>
    editSkillMd(source, { frontmatter: { [key]: value } })
  expect(edit('name', 'new-name')).toBe(source.replace('old-name', 'new-name'))
  expect(edit('description', "x's")).toBe(source.replace(`'it''s "quoted"'`, `'x''s'`))
  expect(edit('license', null)).toBe(source.replace('license: MIT\n', ''))
  expect(edit('slug', 'a.b')).toBe(source.replace('license: MIT\n', 'license: MIT\nslug: a.b\n'))
  expect(edit('tags', ['c'])).toBe(source.replace('tags: [a,  b] # flow', 'tags: # flow\n  - c'))
})

test('D11: an edit in metadata changes one nested line', () => {
  expect(editSkillMd(source, { frontmatter: { metadata: { version: '1.1', author: 'me' } } })).toBe(
    source.replace('"1.0"', '"1.1"'),
  )
  expect(editSkillMd(source, { frontmatter: { metadata: { version: '1.0', team: 'x' } } })).toBe(
    source.replace('  author: me\n', '  team: x\n'),
  )
})

test('D11: keys added inside a map at the end and after it keep every other line', () => {
  const head = '---\nname: a # kept\nnum: 007\nmetadata:\n  version: 1.10\n'
  const frontmatter = { metadata: { version: 1.1, title: 'A' }, context: 'fork', slug: 'b' }
  expect(editSkillMd(`${head}---\nbody\n`, { frontmatter })).toBe(
    `${head}  title: A\ncontext: fork\nslug: b\n---\nbody\n`,
  )
})

test('D11: an unchanged value changes no byte', () => {
  expect(editSkillMd(source, {})).toBe(source)
  expect(editSkillMd(source, { frontmatter: frontmatterOf(source), body: '# Body\n' })).toBe(source)
  expect(editSkillMd(source, { frontmatter: { absent: null } })).toBe(source)
})

test('D11: CRLF stays CRLF', () => {
  const windows = '---\r\nname: a\r\ntags:\r\n  - x\r\n---\r\nbody\r\n'
  const edited = editSkillMd(windows, {
    frontmatter: { tags: ['y', 'z'], description: 'one\ntwo' },
  })
  expect(edited.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(frontmatterOf(edited)).toEqual({ name: 'a', tags: ['y', 'z'], description: 'one\ntwo' })
})

test('D1: a file without frontmatter gets one, before its unchanged text', () => {
  expect(editSkillMd('# Body\n', { frontmatter: { name: 'a' } })).toBe(
    '---\nname: a\n---\n# Body\n',
  )
  expect(editSkillMd('\ufeff# Body\r\n', { frontmatter: { name: 'a' } })).toBe(
    '\ufeff---\r\nname: a\r\n---\r\n# Body\r\n',
  )
  const rule = '---\n\nProse.\n\n---\n'
  expect(editSkillMd(rule, { frontmatter: { name: 'a' } })).toBe(`---\nname: a\n---\n${rule}`)
})

test('D11: a new body leaves the frontmatter unchanged and is never read as frontmatter', () => {
  expect(editSkillMd(source, { body: 'New.' })).toBe(source.replace('# Body\n', 'New.'))
  const body = '---\nname: evil\n---\n'
  for (const start of ['text', '---\nname: a\n---', '---\nname: a\n', '']) {
    const edited = loadSkillMd(editSkillMd(start, { body }))
    if (!edited.ok) throw new Error('refused')
    expect(edited.document.body).toBe(body)
    expect(edited.document.fields.name).not.toBe('evil')
  }
})

test('D11: an edit of a broken file changes only the lines of the edited key', () => {
  const broken = '---\nname: a\ndescription: b: c\nauthor: @me\n---\nbody'
  expect(editSkillMd(broken, { frontmatter: { name: 'z' } })).toBe(
    broken.replace('name: a', 'name: z'),
  )
  expect(editSkillMd(broken, { frontmatter: { description: 'd: e' } })).toBe(
    broken.replace('b: c', '"d: e"'),
  )
  expect(editSkillMd('---\na: 1\na: 2\n---\n', { frontmatter: { a: null } })).toBe('---\n---\n')
})

test('B: a file that the loader rejects is not edited', () => {
  expect(() => editSkillMd('a\0', { body: 'x' })).toThrow(InvalidSkillMd)
  expect(() => editSkillMd(`---\na: ${'['.repeat(99)}\n---\n`, { frontmatter: { a: 1 } })).toThrow(
    'nested',
  )
})

const files = yamlText.map((yaml) => `---\n${yaml}---\nbody\n`)
const change = fc.oneof(
  fc.tuple(fc.constantFrom('name', 'description'), fc.option(valueText)),
  fc.tuple(fc.constantFrom('a', 'metadata', 'tags', 'brand-new'), jsonValue),
) as fc.Arbitrary<[string, JsonValue]>

test('D11: an empty edit changes nothing, for any text', () => {
  fc.assert(
    fc.property(fc.oneof(files, fc.string()), (text) => {
      expect(editSkillMd(text, { frontmatter: {} })).toBe(text)
    }),
  )
})

test('D11: an edit changes the value of its key, and neither other keys nor the body', () => {
  fc.assert(
    fc.property(files, change, (text, [key, value]) => {
      const before = loadSkillMd(text)
      if (!before.ok || !before.document.hasFrontmatter) return
      const after = loadSkillMd(editSkillMd(text, { frontmatter: { [key]: value } }))
      if (!after.ok) throw new Error(JSON.stringify(after.diagnostics))
      const expected = { ...before.document.frontmatter }
      if (value === null) delete expected[key]
      else expected[key] = value
      expect({ ...after.document.frontmatter }).toEqual(expected)
      expect(after.document.body).toBe(before.document.body)
    }),
    { numRuns: 600 },
  )
})

test('D11: the bytes before and after the lines of an edited key stay the same', () => {
  const lines = fc.constantFrom(
    '# c\n',
    '\n',
    'x: "q" # c\n',
    "y: 'z'\n",
    'm:\n    a: b\n',
    'l:\n- a\n',
    't: |\n  a\n\n  b\n',
  )
  const old = fc.constantFrom(
    'k: v\n',
    'k: "v" # c\n',
    'k:\n  - a\n  - b\n',
    'k: >\n  a\n  b\n',
    'k: [a]\n',
    'k:\n',
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(lines),
      old,
      fc.uniqueArray(lines),
      valueText,
      (above, own, below, value) => {
        const head = `---\n${above.join('')}`
        const tail = `${below.filter((line) => !above.includes(line)).join('')}---\nbody`
        const edited = editSkillMd(head + own + tail, { frontmatter: { k: value } })
        expect(edited.startsWith(head)).toBe(true)
        expect(edited.endsWith(tail)).toBe(true)
        expect(frontmatterOf(edited).k).toBe(value)
      },
    ),
    { numRuns: 300 },
  )
})

test('an edit of a file whose lines end with a carriage return alone writes line feeds', () => {
  const source = '---\rname: triage\r---\rLook.\r'
  const changes = { frontmatter: { description: 'Find slow queries.' } }
  expect(editSkillMd(source, changes)).toBe(
    '---\nname: triage\ndescription: Find slow queries.\n---\nLook.\n',
  )
  expect(editSkillMd(source, { frontmatter: { name: 'triage' } })).toBe(source)
})
