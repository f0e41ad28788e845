import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJsonObject, type JsonValue } from '../base/json.ts'
import { parseFast } from './fast-yaml.ts'
import type { ParsedFrontmatter } from './parsed-frontmatter.ts'
import { parseWithLibrary } from './yaml-library.ts'
import { yamlText } from './yaml-text.arbitrary.ts'

/** Values, key order, and the source text of each number, boolean and null. */
function shape(parsed: ParsedFrontmatter, value: JsonValue = parsed.value): unknown {
  const texts = typeof value === 'object' && value !== null ? parsed.texts.get(value) : undefined
  if (Array.isArray(value)) {
    return value.map((item, index) => [shape(parsed, item), texts?.get(String(index))])
  }
  if (!isJsonObject(value)) return value
  return Object.entries(value).map(([key, child]) => [key, shape(parsed, child), texts?.get(key)])
}

test('D2: the fast path and the YAML library give the same result', () => {
  let read = 0
  fc.assert(
    fc.property(yamlText, (text) => {
      const fast = parseFast(text)
      if (fast === undefined) return
      read++
      const library = parseWithLibrary(text)
      if (library.kind !== 'map') throw new Error(`the library reads ${JSON.stringify(library)}`)
      expect(library.problems).toEqual([])
      expect(shape(fast)).toEqual(shape(library.parsed))
      expect(fast.usesFlow).toBe(library.parsed.usesFlow)
    }),
    { numRuns: 3000 },
  )
  expect(read).toBeGreaterThan(150)
})

test.each([
  ['name: x\ndescription: "a: b" # why\n'],
  ['a:\n  - x\n  - "y"\nb: [c, d]\nm: {"o":{"k":["v"]}}\n'],
  ['d: >-\n  one\n  two\n\n  three\nl: |\n  x\n    y\n'],
  ['d:\n  plain text\n  over lines\nn: 1.10\nt: true\ne:\n'],
  ["# head\nq: 'it''s'\r\nm:\r\n    a: 1\r\n    b: c\r\n"],
])('D2: the fast path itself reads %j', (text) => {
  expect(parseFast(text)).toBeDefined()
})

test.each([
  'a: b: c\n',
  'a: *x\n',
  'a: &x b\n',
  'a: !t b\n',
  'a: 1\na: 2\n',
  'a:\tb\n',
  'a: "x\n  y"\n',
  'a: b',
  '[a]\n',
])('D2: the fast path leaves %j to the library', (text) => {
  expect(parseFast(text)).toBeUndefined()
})
