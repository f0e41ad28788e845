import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../base/json.ts'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { validateSkillMd } from '../profiles/validate-skill-md.ts'
import { jsonValue, keyText } from './json.arbitrary.ts'
import { serialiseSkillMd } from './serialise-skill-md.ts'

test('D11: an exported file is plain block style', () => {
  const frontmatter: JsonObject = {
    name: 'weekly-report',
    description: 'Use when: asked for the weekly report.',
    'allowed-tools': 'read_file web_search',
    metadata: { author: 'Sebastian', version: '1.0', note: 'one\ntwo\n' },
  }
  const text = serialiseSkillMd({ frontmatter, body: '# Weekly report\n' })
  expect(text).toBe(`---
name: weekly-report
description: "Use when: asked for the weekly report."
allowed-tools: read_file web_search
metadata:
  author: Sebastian
  version: "1.0"
  note: |
    one
    two
---
# Weekly report
`)
  expect(validateSkillMd(text, 'spec', { folderName: 'weekly-report' })).toEqual([])
})

test.each([
  'yes',
  'No',
  'on',
  'null',
  '~',
  '1.0',
  '0x1',
  '2024-01-01',
  '1:30',
  '=',
  '<<',
  '- a',
  '@x',
  ' a',
  'a ',
  '',
  'a: b',
  'a #b',
  '\t',
  '\u0085',
  '"',
  "'",
])('D11: the text %j stays text in every YAML version', (value) => {
  const text = serialiseSkillMd({ frontmatter: { key: value }, body: '' })
  expect(text).toBe(`---\nkey: ${JSON.stringify(value).replace('\u0085', '\\u0085')}\n---\n`)
})

const textKeys = ['name', 'description', 'when_to_use', 'when-to-use', 'compatibility']

test('D11: loading an exported file gives the same frontmatter and body', () => {
  const frontmatter = fc.dictionary(keyText, jsonValue as fc.Arbitrary<JsonValue>, { maxKeys: 6 })
  fc.assert(
    fc.property(frontmatter, fc.string(), (keys, body) => {
      // In these keys a list or a map is repaired to text.
      fc.pre(!textKeys.some((key) => isCollection(keys[key])))
      const result = loadSkillMd(serialiseSkillMd({ frontmatter: keys, body }))
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
      expect(result.repaired).toBe(false)
      expect(result.document.body).toBe(body)
      expect(result.document.frontmatter).toEqual(keys)
    }),
    { numRuns: 600 },
  )
})

function isCollection(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null
}
