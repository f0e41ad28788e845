import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yamlText } from '../frontmatter/yaml-text.arbitrary.ts'
import type { ProfileName } from './profile.ts'
import { profileNames } from './profiles.ts'
import { validateSkillMd } from './validate-skill-md.ts'

function codes(profile: ProfileName, source: string, folderName = 'a'): string[] {
  return validateSkillMd(source, profile, { folderName }).map((d) => d.code)
}

function file(yaml: string): string {
  return `---\n${yaml}\n---\nbody\n`
}

test.each(profileNames)('D11: %s accepts a plain file', (profile) => {
  expect(codes(profile, file('name: a\ndescription: What it does.\nlicense: MIT'))).toEqual([])
})

const spec: [string, string[]][] = [
  ['\ufeff---\nname: a\ndescription: b\n---\n', ['frontmatter.missing']],
  ['\n---\nname: a\ndescription: b\n---\n', ['frontmatter.missing']],
  ['---\nname: a\ndescription: b\n', ['frontmatter.unclosed']],
  ['---\nname: a\ndescription: b --- c\n---\n', ['frontmatter.cut']],
  [file('name: a\ndescription: b\ntags: [x]'), ['frontmatter.flow-style']],
  [file('name: a\ndescription: {b: c}'), ['frontmatter.flow-style']],
  [file('name: &n a\ndescription: b'), ['frontmatter.anchor']],
  [file('name: !t a\ndescription: b'), ['frontmatter.tag']],
  [file('name: a\nname: a\ndescription: b'), ['frontmatter.duplicate-key']],
  [file('name: a\ndescription: b: c'), ['frontmatter.syntax']],
  [file('name: a\ndescription:\tb'), ['frontmatter.tab']],
  [file('just text'), ['frontmatter.not-a-map']],
  [
    file('name: a\ndescription: b\nmetadata:\n  a: b\nlicense:\n    c: d'),
    ['frontmatter.indentation'],
  ],
  [file('description: "a\n- b"\nname: a'), []],
  [
    file('version: 1\nslug: x\nname: a\ndescription: b'),
    ['frontmatter.unknown-key', 'frontmatter.unknown-key'],
  ],
  [file('license: MIT'), ['name.missing', 'description.missing']],
  [file('name:\ndescription: "  "'), ['name.blank', 'description.blank']],
  [file('name:\n  - a\ndescription:\n  b: c'), ['name.blank', 'description.blank']],
  [file('name: 1.0\ndescription: 5'), ['name.characters', 'name.folder-mismatch']],
  [
    file(`name: -A--_${'x'.repeat(64)}\ndescription: b`),
    [
      'name.too-long',
      'name.uppercase',
      'name.edge-hyphen',
      'name.double-hyphen',
      'name.characters',
      'name.folder-mismatch',
    ],
  ],
  [file(`name: a\ndescription: ${'x'.repeat(1025)}`), ['description.too-long']],
  [file(`name: a\ndescription: ${'😀'.repeat(1024)}`), []],
  [file(`name: a\ndescription: b\ncompatibility: ${'x'.repeat(501)}`), ['compatibility.too-long']],
  [file('name: a\ndescription: b\ncompatibility:\n  - c'), ['compatibility.not-text']],
  [file('name: a\ndescription: b\ncompatibility:\nmetadata: 5\nallowed-tools:\n  - Read'), []],
]

test.each(spec)(
  'D11: spec reports for %j exactly %j, in the reference validator’s order',
  (source, expected) => {
    expect(codes('spec', source)).toEqual(expected)
  },
)

test('D11: spec compares names in NFKC and allows letters of any script', () => {
  expect(codes('spec', file('name: ａ\ndescription: b'), 'a')).toEqual([])
  expect(codes('spec', file('name: навык\ndescription: b'), 'навык')).toEqual([])
  expect(codes('anthropic', file('name: навык\ndescription: b'))).toEqual(['name.characters'])
})

const others: [ProfileName, string, string[]][] = [
  ['anthropic', '--- \nname: a\ndescription: b\n---\n', ['frontmatter.missing']],
  ['anthropic', '---\nname: a\ndescription: b\n---text\n', []],
  ['anthropic', file('name: other\ndescription: a <b>'), ['description.angle-bracket']],
  ['anthropic', file('name: a\ndescription: b\ncompatibility: c\nmetadata: {x: [1]}'), []],
  ['openai', file('name: a\ndescription: b\ncompatibility: c'), ['frontmatter.unknown-key']],
  ['claude-api', file('name: my-claude-helper\ndescription: b'), ['name.reserved-word']],
  ['claude-api', file('name: a\ndescription: use <tag> here\nother: x'), ['description.markup']],
  ['claude-api', file('name: a\ndescription: when x < 3 and y > 4'), []],
  ['opencode', file('name: b\ndescription: c\nanything: goes'), ['name.folder-mismatch']],
  ['opencode', file('name: a--b\ndescription: c'), ['name.double-hyphen', 'name.folder-mismatch']],
  [
    'gh-skill',
    file('name: a\ndescription: b\nallowed-tools:\n  - Read'),
    ['allowed-tools.not-text'],
  ],
  ['gh-skill', file('name: a\ndescription: b\nallowed-tools: Read Edit'), []],
  ['mcp', '\ufeff---\r\nname: a\r\ndescription: b\r\n---\t\r\n', []],
  ['mcp', file('name: a\ndescription: b\nmetadata: {x: "1"}'), []],
  [
    'mcp',
    file('name: a\ndescription: b\nmetadata: {x: "1",\n  y: "2"}'),
    ['frontmatter.flow-style'],
  ],
  ['mcp', file('name: a\ndescription: b\nmetadata:\n  x: 1'), ['metadata.not-text']],
  ['mcp', file('name: a\ndescription: b\tc'), ['frontmatter.tab']],
  ['mcp', file('name: a\ndescription: *x'), ['frontmatter.alias']],
]

test.each(others)('D11: %s reports for %j exactly %j', (profile, source, expected) => {
  expect(codes(profile, source)).toEqual(expected)
})

test('D11: a problem has the position of its key in the given text', () => {
  const source = '---\r\ndescription: b\r\n\r\n# c\r\nname: A\r\n---\r\n'
  expect(validateSkillMd(source, 'spec', { folderName: 'A' })).toEqual([
    expect.objectContaining({
      code: 'name.uppercase',
      severity: 'error',
      line: 5,
      column: 1,
      endLine: 5,
      endColumn: 8,
    }),
  ])
})

test('B: bytes that are not text are an error in every profile, and no input makes one throw', () => {
  for (const profile of profileNames) {
    expect(validateSkillMd(Uint8Array.of(0xff), profile)).toMatchObject([
      { code: 'encoding.invalid-utf-8' },
    ])
  }
  const source = fc.oneof(
    yamlText.map((yaml) => `---\n${yaml}---\nx`),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(source, fc.constantFrom(...profileNames), (text, profile) => {
      for (const { line, column } of validateSkillMd(text, profile, { folderName: 'a' })) {
        expect(line).toBeGreaterThanOrEqual(1)
        expect(column).toBeGreaterThanOrEqual(1)
      }
    }),
    { numRuns: 600 },
  )
})
