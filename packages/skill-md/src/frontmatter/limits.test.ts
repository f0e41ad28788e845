import { expect, test, vi } from 'vitest'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { profileNames } from '../profiles/profiles.ts'
import { validateSkillMd } from '../profiles/validate-skill-md.ts'
import { limits } from './limits.ts'
import * as library from './yaml-library.ts'

const megabytes = 10 * 1024 * 1024

function fenced(yaml: string): string {
  return `---\n${yaml}\n---\nbody\n`
}

function outcome(source: string | Uint8Array): string {
  const result = loadSkillMd(source)
  return result.ok ? 'read' : (result.diagnostics.at(-1)?.code ?? '')
}

const refused: [string, string | Uint8Array, string][] = [
  ['a file past the limit', 'a'.repeat(limits.fileLength + 1), 'file.too-large'],
  ['10 MB of frontmatter', fenced('a'.repeat(megabytes)), 'frontmatter.too-large'],
  ['10 MB of brackets', fenced(`a: ${'['.repeat(megabytes)}`), 'frontmatter.too-large'],
  [
    '10 MB of keys without an end',
    `---\n${'name: a\n'.repeat(megabytes / 8)}`,
    'frontmatter.too-many-lines',
  ],
  [
    'a million keys',
    fenced(Array.from({ length: 1e6 }, (_, i) => `k${i}: v`).join('\n')),
    'frontmatter.too-large',
  ],
  [
    '600 keys',
    fenced(Array.from({ length: 600 }, (_, i) => `k${i}: v`).join('\n')),
    'frontmatter.too-many-keys',
  ],
  ['5000 short lines', fenced(' x\n'.repeat(5000)), 'frontmatter.too-many-lines'],
  [
    'a huge block',
    fenced(`a: |\n  ${'x'.repeat(limits.frontmatterLength)}`),
    'frontmatter.too-large',
  ],
  ['10 000 commas', fenced(`a: [${','.repeat(10_000)}]`), 'frontmatter.too-complex'],
  ['lists in lists', fenced(`a: ${'['.repeat(2000)}`), 'frontmatter.too-deep'],
  ['maps in maps', fenced(`a: ${'{a: '.repeat(700)}`), 'frontmatter.too-deep'],
  ['dashes in dashes', fenced(`a:\n  ${'- '.repeat(2000)}`), 'frontmatter.too-deep'],
  [
    'steps of indentation',
    fenced(Array.from({ length: 100 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')),
    'frontmatter.too-deep',
  ],
  ['nested JSON', fenced(`a: ${'{"a":'.repeat(500)}"x"${'}'.repeat(500)}`), 'frontmatter.too-deep'],
]

test.each(refused)('B: %s is rejected before any YAML is parsed', (_what, source, code) => {
  const parse = vi.spyOn(library, 'parseWithLibrary')
  expect(outcome(source)).toBe(code)
  expect(parse).not.toHaveBeenCalled()
})

const read: [string, string][] = [
  ['10 MB of fences', '---\n'.repeat(megabytes / 4)],
  ['10 MB of dashes on one line', '-'.repeat(megabytes)],
  ['10 MB of near fences', `---\n${'---x\n'.repeat(megabytes / 5)}`],
  ['10 MB on one line', 'a'.repeat(megabytes)],
  ['10 MB of blank lines', '\n'.repeat(megabytes)],
  ['10 MB of open brackets without an end', `---\na: ${'['.repeat(megabytes)}`],
]

test.each(read)('B: %s is read completely as a body', (_what, source) => {
  const result = loadSkillMd(source)
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
  expect(result.document.source.length).toBe(source.length)
  expect(result.document.bodyOffset + result.document.body.length).toBe(source.length)
})

test('B: aliases are never expanded, so a billion laughs attack stays a few lines of text', () => {
  const lines = ['a: &a [lol, lol]']
  for (let i = 1; i < 20; i++)
    lines.push(
      `k${i}: &k${i} [${Array(9)
        .fill(`*${i === 1 ? 'a' : `k${i - 1}`}`)
        .join(',')}]`,
    )
  const result = loadSkillMd(fenced(`name: x\n${lines.join('\n')}`))
  if (!result.ok) throw new Error('refused')
  expect(JSON.stringify(result.document.frontmatter).length).toBeLessThan(2000)
  expect(result.document.frontmatter.k19).toBe(lines[19]?.slice('k19: '.length))
  expect(result.repaired).toBe(true)
  for (const profile of profileNames) {
    expect(validateSkillMd(result.document.source, profile)[0]?.severity).toBe('error')
  }
})

test('B: the YAML library parses at most five times the text of a broken frontmatter', () => {
  const parse = vi.spyOn(library, 'parseWithLibrary')
  for (const line of [
    'k#: a: b',
    'k#: [a] b',
    'k#: "a" b',
    'k#: *a',
    'k#:\n  - a\n  b: c',
    'k#:\n\ta: b',
    'k#: {a: b',
  ]) {
    parse.mockClear()
    const source = Array.from({ length: 30 }, (_, i) => line.replace('#', String(i))).join('\n')
    expect(outcome(fenced(source))).toBe('read')
    const given = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    expect(given).toBeLessThanOrEqual(source.length * 5)
  }
})

const large: [string, string][] = [
  ['simple YAML', `description: ${'word '.repeat(limits.usualFrontmatterLength / 5)}`],
  ['a block', `examples: |\n${'  some words of an example\n'.repeat(1000)}`],
  ['YAML for the general parser', `notes: "${'a \\t'.repeat(limits.usualFrontmatterLength / 4)}"`],
  ['the most that is read', `a: ${'x'.repeat(limits.frontmatterLength - 'name: x\na: \n'.length)}`],
]

test.each(large)('a large frontmatter is read with a warning: %s', (_what, yaml) => {
  const result = loadSkillMd(fenced(`name: x\n${yaml}`))
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
  expect(result.document.fields.name).toBe('x')
  expect(result.document.body).toBe('body\n')
  expect(result.diagnostics).toContainEqual(
    expect.objectContaining({ code: 'frontmatter.large', severity: 'warning', line: 2 }),
  )
})

test('one character past the hard limit is refused, and a usual frontmatter has no warning', () => {
  const past = fenced(`a: ${'x'.repeat(limits.frontmatterLength - 2)}`)
  expect(outcome(past)).toBe('frontmatter.too-large')
  const usual = loadSkillMd(fenced(`name: x\na: ${'x'.repeat(1000)}`))
  expect(usual.diagnostics.map(({ code }) => code)).not.toContain('frontmatter.large')
})
