import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugOf } from '../base/slug.ts'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { validateSkillMd } from '../profiles/validate-skill-md.ts'
import { jsonValue, keyText, valueText } from '../serialise/json.arbitrary.ts'
import { serialiseSkillMd } from '../serialise/serialise-skill-md.ts'
import { standardSkillMd } from './standard-skill-md.ts'

function fieldsOf(text: string) {
  const loaded = loadSkillMd(text)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  return loaded.document.fields
}

const everything = `---
# Kept by hand.
name: A b
description: Writes reports.
when_to_use: On Fridays, or --- whenever asked.
context: fork
allowed_tools: [Read, "Bash(git add:*)"]
disallowed-tools: [Write, Edit]
argument-hint: [issue number]
disable-model-invocation: true
user-invocable: false
paths: ["src/*.{ts,js}", docs]
hooks:
  Stop:
    - command: "true"
version: 1.10
tags: [weekly, team]
colour: red
title: Reports
routing:
  priority: 7
  keywords: [weekly report, "a, b"]
conditions:
  requires_env: [REPORT_KEY]
metadata: {"openclaw": {"emoji": "x", "os": []}, "team": 7}
---
# Body
--- not a fence
`

describe('the standard form of a SKILL.md', () => {
  const standard = standardSkillMd(everything, 'a.b')

  test('D11: has valid values for the keys of the open format, and every other key at the top, as written', () => {
    expect(standard.name).toBe('a-b')
    const loaded = loadSkillMd(standard.source, { folderName: 'a-b' })
    if (!loaded.ok) throw new Error('unreadable')
    const before = loadSkillMd(everything)
    if (!before.ok) throw new Error('unreadable')
    const { name: _, allowed_tools: __, metadata: ___, ...others } = before.document.frontmatter
    expect(loaded.document.frontmatter).toEqual({
      ...others,
      ...{ name: 'a-b', 'allowed-tools': 'Read Bash(git add:*)', version: '1.10' },
      metadata: { team: '7', openclaw: { emoji: 'x' }, 'repertoire.slug': 'a.b' },
    })
  })

  test('D11: `context: fork` is written one way, however it was asked for', () => {
    for (const asked of ['context: fork', 'context_fork: true', 'context_fork: "yes"']) {
      const made = standardSkillMd(`---\nname: x\ndescription: d\n${asked}\n---\n`, 'x')
      expect(made.source).toBe('---\nname: x\ndescription: d\ncontext: fork\n---\n')
    }
    const earlier = '---\nname: x\ndescription: d\nmetadata:\n  context: fork\n---\n'
    expect(standardSkillMd(earlier, 'x').source).toContain('\ncontext: fork\n---')
  })

  test('D11: hyphenated and underscored keys stay as their author wrote them', () => {
    const text =
      '---\nname: x\ndescription: d\nwhen-to-use: Now\nargument-hint: [issue]\nmodel: opus\nuser-invocable: no\ndisable-model-invocation: true\nlicense: MIT\n---\nBody\n'
    expect(standardSkillMd(text, 'x').source).toBe(text)
  })

  test('D11: YAML that only a lenient reader reads is written anew, keys in their places', () => {
    const text = '---\nname: x\ndescription: Use it: now\ncolour: red\nversion: 1.10\n---\n'
    const { source } = standardSkillMd(text, 'x')
    expect(validateSkillMd(source, 'opencode', { folderName: 'x' })).toEqual([])
    expect(fieldsOf(source)).toMatchObject({ description: 'Use it: now', version: '1.10' })
    expect(source).toContain('\ncolour: red\n')
  })

  test('D11: says the same to our loader as the original, limits included', () => {
    const { metadata: _, openclaw: __, name, slug, ...before } = fieldsOf(everything)
    const { metadata: ___, openclaw: ____, ...after } = fieldsOf(standard.source)
    expect(after).toEqual({ ...before, name: 'a-b', slug: 'a.b' })
    expect(after).toMatchObject({ contextFork: true, disableModelInvocation: true })
    expect([name, slug]).toEqual(['A b', undefined])
  })

  test('D11: a file that is standard already stays byte for byte', () => {
    const text = `---\r\n# note\r\nname: a-b\r\ndescription: 'One.'\r\nmetadata:\r\n  x: "1"\r\n---\r\nBody\r\n`
    expect(standardSkillMd(text, 'a-b')).toEqual({ name: 'a-b', source: text })
    const once = standardSkillMd(everything, 'a.b').source
    expect(standardSkillMd(once, 'a.b').source).toBe(once)
  })

  test('D11: only the lines that must change do', () => {
    const text =
      "---\n# note\nname: a-b # handle\ndescription: 'One.'\ncontext_fork: yes\nversion: 1.10\ntags: [a, b]\n---\nBody\n"
    const changed =
      "---\n# note\nname: a-b # handle\ndescription: 'One.'\nversion: 1.10\ntags: [a, b]\ncontext: fork\n---\nBody\n"
    expect(standardSkillMd(text, 'a-b').source).toBe(changed)
  })

  test('D11: what the format requires is there although the file has none of it', () => {
    const bare = standardSkillMd('# Title\n\nFetches the weather.\n', 'weather')
    expect(fieldsOf(bare.source)).toMatchObject({
      name: 'weather',
      description: 'Fetches the weather.',
    })
    expect(bare.source.endsWith('---\n# Title\n\nFetches the weather.\n')).toBe(true)
    expect(fieldsOf(standardSkillMd('', 'x').source).description).toBe('The skill x.')
    const long = standardSkillMd(`---\nname: x\ndescription: ${'word '.repeat(400)}\n---\n`, 'x')
    expect([...fieldsOf(long.source).description]).toHaveLength(1024)
    expect(validateSkillMd(long.source, 'spec', { folderName: 'x' })).toEqual([])
  })

  test('D11: a file cannot give itself another identity or fewer limits by keys under metadata', () => {
    const text =
      '---\nname: mine\ndescription: d\ncontext: fork\nslug: mine\nmetadata:\n  context: inline\n  repertoire.slug: theirs\n---\n'
    expect(fieldsOf(text)).toMatchObject({ slug: 'mine', contextFork: true })
    expect(fieldsOf(standardSkillMd(text, 'mine').source)).toMatchObject({ contextFork: true })
    expect(fieldsOf(standardSkillMd(text, 'mine').source).slug ?? 'mine').toBe('mine')
  })
})

const anyFile = fc
  .tuple(fc.dictionary(keyText, jsonValue, { maxKeys: 6 }), valueText, fc.option(valueText))
  .map(([frontmatter, body, description]) =>
    serialiseSkillMd({
      frontmatter: { ...frontmatter, ...(description === null ? {} : { description }) } as never,
      body,
    }),
  )

/** What the reference validator says, apart from keys that it does not know. */
function problemsOf(text: string, folderName: string) {
  const found = validateSkillMd(text, 'spec', { folderName })
  return found.filter(
    ({ code }) => !['frontmatter.unknown-key', 'frontmatter.flow-style'].includes(code),
  )
}

test('D11: the standard form of any file is valid in the open format, and has its body', () => {
  fc.assert(
    fc.property(anyFile, (text) => {
      const { name, source } = standardSkillMd(text, 'a_b.c')
      expect(problemsOf(source, name)).toEqual([])
      const [before, after] = [loadSkillMd(text), loadSkillMd(source)]
      expect(after.ok && after.document.body).toBe(before.ok && before.document.body)
      expect(standardSkillMd(source, 'a_b.c').source).toBe(source)
    }),
    { numRuns: 500 },
  )
})

const data = join(import.meta.dirname, '../../../../../shared/data')
const files = existsSync(data)
  ? [
      ...globSync('skills/**/{SKILL,skill}.md', { cwd: data }),
      ...globSync('malformed/*.md', { cwd: data }),
    ]
  : []

function standardOf(path: string) {
  const text = readFileSync(join(data, path), 'utf8')
  const folderName = /^malformed/.test(path) ? basename(path, '.md') : basename(dirname(path))
  const loaded = loadSkillMd(text, { folderName })
  if (!loaded.ok) throw new Error(path)
  return standardSkillMd(text, slugOf(loaded.document.fields, folderName) ?? 'skill')
}

describe.skipIf(files.length === 0)('the standard form of the real skills of shared/data', () => {
  test('D11: every one is valid in the open format, and keeps its fields', () => {
    expect(files).toHaveLength(275)
    for (const path of files) {
      const { name, source } = standardOf(path)
      expect([path, problemsOf(source, name)]).toEqual([path, []])
      const before = fieldsOf(readFileSync(join(data, path), 'utf8'))
      const after = fieldsOf(source)
      for (const key of ['contextFork', 'allowedTools', 'whenToUse', 'tags', 'routing'] as const) {
        if (key === 'allowedTools' && before[key]?.length === 0) continue
        expect([path, key, after[key]]).toEqual([path, key, before[key]])
      }
    }
  })
})

test('D11: a file with capitals and carriage returns leaves with the keys and line ends of the format', () => {
  const source = '---\rName: triage\rDescription: Find slow queries.\r---\rLook.\r'
  const standard = standardSkillMd(source, 'triage')
  expect(standard.source).toBe('---\nname: triage\ndescription: Find slow queries.\n---\nLook.\n')
})
