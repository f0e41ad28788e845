import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SkillDocument } from '../fields/skill-document.ts'
import { yamlText } from '../frontmatter/yaml-text.arbitrary.ts'
import { loadSkillMd } from './load-skill-md.ts'

function load(source: string | Uint8Array, folderName?: string): SkillDocument {
  const result = loadSkillMd(source, folderName === undefined ? {} : { folderName })
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
  return result.document
}

function codes(source: string | Uint8Array, folderName?: string): string[] {
  return loadSkillMd(source, folderName === undefined ? {} : { folderName }).diagnostics.map(
    (d) => d.code,
  )
}

test('A1: reads name, slug, description, version, author and tags from the frontmatter', () => {
  const source = `---
name: PostgreSQL Health Triage
slug: postgres.health-triage
description: Find slow queries and lock waits.
version: 1.20
author: acme/community
tags: [database, postgres, 2024]
---
# Body
`
  const document = load(source)
  expect(document.fields).toMatchObject({
    name: 'PostgreSQL Health Triage',
    slug: 'postgres.health-triage',
    description: 'Find slow queries and lock waits.',
    version: '1.20',
    author: 'acme/community',
    tags: ['database', 'postgres', '2024'],
  })
  expect(document.body).toBe('# Body\n')
  expect(document.source.slice(document.bodyOffset)).toBe(document.body)
  expect(Object.keys(document.frontmatter)).toEqual([
    'name',
    'slug',
    'description',
    'version',
    'author',
    'tags',
  ])
})

test('D2: both spellings of when-to-use, allowed-tools and context: fork are read', () => {
  const hyphens = load(
    '---\nname: a\ndescription: b\nwhen-to-use: c\nallowed-tools: Bash(git add:*) Read,Edit\ncontext: fork\n---\n',
  )
  expect(hyphens.fields).toMatchObject({
    whenToUse: 'c',
    allowedTools: ['Bash(git add:*)', 'Read', 'Edit'],
    contextFork: true,
  })
  const underscores = load(
    '---\nname: a\ndescription: b\nwhen_to_use: c\nallowed_tools:\n  - Read\n  - Bash(a, b)\ncontext_fork: true\n---\n',
  )
  expect(underscores.fields).toMatchObject({
    whenToUse: 'c',
    allowedTools: ['Read', 'Bash(a, b)'],
    contextFork: true,
  })
  const silent = load('---\nname: a\ndescription: b\ncontext: inline\nallowed-tools:\n---\n')
  expect(silent.fields.contextFork).toBe(false)
  expect(silent.fields.allowedTools).toBeUndefined()
  expect(load('---\nname: a\nallowed-tools: []\n---\n').fields.allowedTools).toEqual([])
})

test('D2: version, author and tags may be in metadata; the top level wins', () => {
  const below = load('---\nname: a\nmetadata:\n  version: 1.0\n  author: B\n  tags: x, y\n---\n')
  expect(below.fields).toMatchObject({ version: '1.0', author: 'B', tags: ['x', 'y'] })
  const off = load('---\nname: a\ntags: []\nmetadata:\n  tags: x, y\n---\n')
  expect(off.fields).toMatchObject({ tags: [] })
  const both = load(
    '---\nname: a\nversion: 2.0\nauthor:\n  name: C\nmetadata: {"version": "1.0"}\n---\n',
  )
  expect(both.fields).toMatchObject({ version: '2.0', author: 'C' })
})

test('D1: a file without frontmatter is all body and has the name of its folder', () => {
  const document = load('# Just text\n', 'just-text')
  expect(document).toMatchObject({ hasFrontmatter: false, body: '# Just text\n', bodyOffset: 0 })
  expect(document.fields.name).toBe('just-text')
  expect(codes('# Just text\n')).toEqual(['frontmatter.missing', 'description.missing'])
  expect(load('').fields.name).toBeUndefined()
})

test('D1: a byte-order mark, CRLF and blank lines before the fence are valid', () => {
  for (const source of [
    '\ufeff---\nname: a\ndescription: b\n---\nc',
    '\n\n---\r\nname: a\r\ndescription: b\r\n---\r\nc',
  ]) {
    const result = loadSkillMd(new TextEncoder().encode(source))
    expect(result).toMatchObject({ ok: true, repaired: false, diagnostics: [] })
    expect(load(source)).toMatchObject({ source, body: 'c' })
  }
})

test('D2: an invalid name or description is a warning with its position, never an error', () => {
  const source = `---\nname: My Skill\ndescription: ${'x'.repeat(1025)}\n---\n`
  const result = loadSkillMd(source, { folderName: 'other' })
  expect(result).toMatchObject({ ok: true, repaired: false })
  expect(result.diagnostics.map((d) => [d.code, d.severity, d.line, d.column])).toEqual([
    ['name.uppercase', 'warning', 2, 1],
    ['name.characters', 'warning', 2, 1],
    ['name.folder-mismatch', 'warning', 2, 1],
    ['description.too-long', 'warning', 3, 1],
  ])
  expect(codes(`---\nname: ${'a'.repeat(65)}\ndescription: ok\n---\n`)).toEqual(['name.too-long'])
  expect(codes('---\nname: a\n---\n')).toEqual(['description.missing'])
  expect(codes('---\ndescription: b\n---\n', 'a')).toContain('name.missing')
})

test('A1: a skill as document A writes it is read without a remark', () => {
  const source =
    '---\nname: PostgreSQL Health Triage\nslug: postgres.health-triage\ndescription: Diagnose slow queries.\nversion: 1.2.0\nauthor: agentcy/community\ntags: [database, postgres, sre]\n---\n# Body\n'
  expect(loadSkillMd(source, { folderName: 'triage' }).diagnostics).toEqual([])
  expect(codes(source.replace(/slug:.*\n/, ''), 'triage')).toContain('name.characters')
})

test('A1: an invalid slug is reported and left out', () => {
  const document = load('---\nname: a\nslug: ../etc\n---\n')
  expect(document.fields.slug).toBeUndefined()
  expect(codes('---\nname: a\ndescription: b\nslug: ../etc\n---\n')).toEqual(['slug.characters'])
})

test.each([
  [Uint8Array.of(0x61, 0x0a, 0x62, 0xc3, 0x28), 'encoding.invalid-utf-8', 2, 2],
  [Uint8Array.of(0xff, 0xfe, 0x2d, 0x00), 'encoding.invalid-utf-8', 1, 1],
  [Uint8Array.of(0xe2, 0x82), 'encoding.invalid-utf-8', 1, 1],
  [Uint8Array.of(0xed, 0xa0, 0x80), 'encoding.invalid-utf-8', 1, 1],
  [Uint8Array.of(0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0x80), 'encoding.invalid-utf-8', 1, 4],
  ['a\nb\0', 'encoding.nul', 2, 2],
  ['ab\ud83d', 'encoding.half-surrogate', 1, 3],
])('B: %j is rejected at its position', (source, code, line, column) => {
  const result = loadSkillMd(source)
  expect(result.ok).toBe(false)
  expect(result.diagnostics).toMatchObject([{ code, line, column, severity: 'error' }])
})

test('B: an escaped NUL or lone surrogate never reaches a field', () => {
  const document = load('---\nname: a\ndescription: "x\\u0000y\\ud800z"\nm: {"k": ["\\0"]}\n---\n')
  expect(document.fields.description).toBe('x\ufffdy\ufffdz')
  expect(JSON.stringify(document.frontmatter)).not.toMatch(/\\u0000|\\ud800/)
})

test('B: keys such as __proto__ and constructor are ordinary data', () => {
  const source =
    '---\nname: a\n__proto__:\n  polluted: x\nconstructor: {"prototype": {"polluted": "x"}}\nmetadata:\n  __proto__: {a: b}\n---\n'
  const { frontmatter, fields } = load(source)
  expect(Object.keys(frontmatter)).toEqual(['name', '__proto__', 'constructor', 'metadata'])
  expect(Object.keys(fields.metadata)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect((fields.metadata as Record<string, unknown>).toString).toBeUndefined()
})

test('B: the loader never throws, and every position is inside the text', () => {
  const fenced = yamlText.map((yaml) => `---\n${yaml}---\nbody`)
  const source = fc.oneof(yamlText, fenced, fc.string({ unit: 'binary' }), fc.uint8Array())
  fc.assert(
    fc.property(source, (input) => {
      const result = loadSkillMd(input, { folderName: 'f' })
      const lines = typeof input === 'string' ? input.split('\n') : undefined
      for (const { line, column } of result.diagnostics) {
        expect(line).toBeGreaterThanOrEqual(1)
        expect(column).toBeGreaterThanOrEqual(1)
        if (lines) expect(column).toBeLessThanOrEqual((lines[line - 1] as string).length + 1)
      }
      if (!result.ok) expect(result.diagnostics[0]?.severity).toBe('error')
      else
        expect(result.document.source.slice(result.document.bodyOffset)).toBe(result.document.body)
    }),
    { numRuns: 1000 },
  )
})

test('D2: reads a file whose lines end with a carriage return alone, and says so', () => {
  const source = '---\rname: triage\rdescription: Find slow queries.\r---\r# Body\rLook.\r'
  const document = load(source)
  expect(document.fields).toMatchObject({ name: 'triage', description: 'Find slow queries.' })
  expect(document.body).toBe('# Body\nLook.\n')
  expect(document.source).toBe(source)
  expect(codes(source)).toEqual(['encoding.line-ends'])
})

test('D2: reads Name and Description with a capital, and says at which line', () => {
  const source = '---\nName: triage\nDescription: Find slow queries.\n---\nLook.\n'
  expect(load(source).fields).toMatchObject({ name: 'triage', description: 'Find slow queries.' })
  expect(loadSkillMd(source).diagnostics).toMatchObject([
    { code: 'description.letter-case', severity: 'warning', line: 3, fix: 'Write `description:`.' },
    { code: 'name.letter-case', severity: 'warning', line: 2 },
  ])
  const both = '---\nname: triage\nName: other\n---\n'
  expect(load(both).fields.name).toBe('triage')
})
