import { expect, test } from 'vitest'
import { loadSkillMd } from '../../load/load-skill-md.ts'

/** frontmatter, key, value it is read as, code, line and column of the trouble */
const cases: [string, string, unknown, string, number, number][] = [
  [
    'description: Use when: always',
    'description',
    'Use when: always',
    'frontmatter.colon-unquoted',
    3,
    22,
  ],
  ['description: a\n  b: c', 'description', 'a b: c', 'frontmatter.colon-unquoted', 4, 4],
  [
    'description:\n  Note: read\n  this',
    'description',
    'Note: read this',
    'frontmatter.colon-unquoted',
    4,
    7,
  ],
  ['author: @me', 'author', '@me', 'frontmatter.reserved-character', 3, 9],
  ['author: %x', 'author', '%x', 'frontmatter.reserved-character', 3, 9],
  ['author: `x` y', 'author', '`x` y', 'frontmatter.reserved-character', 3, 9],
  [
    'description: **bold** text',
    'description',
    '**bold** text',
    'frontmatter.reserved-character',
    3,
    14,
  ],
  ['author: &me and you', 'author', '&me and you', 'frontmatter.reserved-character', 3, 9],
  ['author: !important x', 'author', '!important x', 'frontmatter.reserved-character', 3, 9],
  ['argument-hint: [a] [b]', 'argument-hint', '[a] [b]', 'frontmatter.text-after-flow', 3, 19],
  ['metadata: {"a": {"b": "c"}', 'metadata', { a: { b: 'c' } }, 'frontmatter.flow-unclosed', 3, 27],
  ['metadata: {\n"a": "b"\n}', 'metadata', { a: 'b' }, 'frontmatter.indentation', 4, 1],
  [
    'description: "He said "hi" to me"',
    'description',
    'He said "hi" to me',
    'frontmatter.text-after-quote',
    3,
    24,
  ],
  ['description: "a" and "b"', 'description', '"a" and "b"', 'frontmatter.text-after-quote', 3, 17],
  ['description: "a."\n  b c', 'description', 'a. b c', 'frontmatter.text-after-quote', 4, 3],
  [
    'description: "never closed',
    'description',
    'never closed',
    'frontmatter.quote-unclosed',
    3,
    14,
  ],
  ['description: "C:\\projects"', 'description', 'C:\\projects', 'frontmatter.bad-escape', 3, 17],
  ['description: "a\n- b\n- c"', 'description', 'a\n- b\n- c', 'frontmatter.indentation', 4, 1],
  [
    'description: | one\n  two',
    'description',
    'one\ntwo',
    'frontmatter.text-after-block-mark',
    3,
    16,
  ],
  [
    'description: >- one\n  two',
    'description',
    'one two',
    'frontmatter.text-after-block-mark',
    3,
    17,
  ],
  ['description: |\none\ntwo', 'description', 'one\ntwo', 'frontmatter.indentation', 4, 1],
  ['description: a\n\n- b\n- c', 'description', 'a\n\n- b\n- c', 'frontmatter.indentation', 5, 1],
  ['homepage: -', 'homepage', '-', 'frontmatter.dash-beside-key', 3, 11],
  ['tags: - a\n  - b', 'tags', ['a', 'b'], 'frontmatter.dash-beside-key', 3, 7],
  ['version: 1\nversion: 2', 'version', 2, 'frontmatter.duplicate-key', 4, 1],
  [
    'metadata:\n\ta: b\n\tc: d',
    'metadata',
    { a: 'b', c: 'd' },
    'frontmatter.tab-indentation',
    4,
    1,
  ],
  [
    'metadata:\n  a: b: c\n  d: 1.0',
    'metadata',
    { a: 'b: c', d: 1 },
    'frontmatter.colon-unquoted',
    4,
    7,
  ],
  [
    'tools:\n  - a\n  - b\n  K:\n    x: y',
    'tools',
    ['a', 'b'],
    'frontmatter.unreadable-lines',
    6,
    1,
  ],
  [' description: b', 'description', 'b', 'frontmatter.indentation', 3, 2],
  ['description:b', 'description', 'b', 'frontmatter.colon-form', 3, 1],
  ['description：b', 'description', 'b', 'frontmatter.colon-form', 3, 1],
  ['description:\n  - a\n  - b', 'description', '- a - b', 'description.not-text', 3, 1],
]

test.each(cases)(
  'D2: %j is read and its problem reported',
  (yaml, key, value, code, line, column) => {
    const result = loadSkillMd(`---\nname: a\n${yaml}\n---\nbody\n`)
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
    expect(result.document.frontmatter[key]).toEqual(value)
    expect(result.repaired).toBe(true)
    expect(result.diagnostics).toContainEqual(
      expect.objectContaining({ code, line, column, severity: 'warning' }),
    )
    expect(result.document.fields.name).toBe('a')
    expect(result.document.body).toBe('body\n')
  },
)

test('D2: a fix is text that loads without repair', () => {
  for (const [yaml, key, value] of cases) {
    const fix = loadSkillMd(`---\nname: a\n${yaml}\n---\n`).diagnostics.find((d) =>
      d.fix?.startsWith(`${key}:`),
    )?.fix
    if (fix === undefined) continue
    const result = loadSkillMd(`---\n${fix}\n---\n`)
    expect(result).toMatchObject({ ok: true, repaired: false })
    if (result.ok) expect(result.document.frontmatter[key]).toEqual(value)
  }
})

test('D2: valid keys next to a broken one keep their YAML meaning', () => {
  const result = loadSkillMd(
    '---\nname: a\ndescription: b: c\nversion: 1.10\nnested:\n  list: [1, x]\n---\n',
  )
  if (!result.ok) throw new Error('refused')
  expect(result.document.frontmatter).toEqual({
    name: 'a',
    description: 'b: c',
    version: 1.1,
    nested: { list: [1, 'x'] },
  })
  expect(result.document.fields.version).toBe('1.10')
})

test.each([
  [
    '---\nname: a\ndescription: b\n---**Body** text\n',
    '**Body** text\n',
    'frontmatter.text-after-fence',
    4,
    4,
  ],
  ['---\nname: a\ndescription: b\n----\nBody\n', 'Body\n', 'frontmatter.fence-form', 4, 1],
  ['---\nname: a\ndescription: b\n ---\nBody\n', 'Body\n', 'frontmatter.fence-form', 4, 1],
  ['---\nname: a\ndescription: b\n\n# Body\n', '\n# Body\n', 'frontmatter.unclosed', 4, 1],
  ['---\nname: a\ndescription: b', '', 'frontmatter.unclosed', 3, 15],
])('D1: the end of the frontmatter is found in %j', (source, body, code, line, column) => {
  const result = loadSkillMd(source)
  if (!result.ok) throw new Error('refused')
  expect(result.document).toMatchObject({ body, fields: { name: 'a', description: 'b' } })
  expect(result.repaired).toBe(true)
  const position = result.diagnostics.find((d) => d.code === code)
  expect(position).toMatchObject({ severity: 'warning' })
  expect([position?.line, position?.column]).toEqual([line, column])
})

test.each([
  '---\n\n# Title\n\nText.\n\n---\n\nMore.\n',
  '---\nJust text.\n',
  '---\n\n- a\n- b\n---\n',
])('D1: Markdown rules in %j are not frontmatter', (source) => {
  const result = loadSkillMd(source)
  if (!result.ok) throw new Error('refused')
  expect(result.document).toMatchObject({ hasFrontmatter: false, body: source })
  expect(result.diagnostics[0]).toMatchObject({ code: 'frontmatter.prose', severity: 'warning' })
})
