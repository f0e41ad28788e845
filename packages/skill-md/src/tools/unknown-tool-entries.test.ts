import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { suggestSkillMdFixes } from './suggest-skill-md-fixes.ts'
import { readToolEntry } from './tool-entry.ts'
import { unknownToolEntries } from './unknown-tool-entries.ts'

function advice(...lines: readonly string[]) {
  const text = ['---', 'name: a', 'description: d', ...lines, '---', 'Body Bash(git*)'].join('\n')
  const loaded = loadSkillMd(text)
  if (!loaded.ok) throw new Error('it is readable')
  return suggestSkillMdFixes(loaded.document).map(({ code, severity, line, column }) => {
    return [code, severity, line, column]
  })
}

const at = (line: number, column: number) => ['allowed-tools.undecided', 'warning', line, column]

describe('entries of allowed-tools that cannot be decided', () => {
  it('D7: are reported at their own line and column, in each form of the list', () => {
    expect(advice('allowed-tools: Read Bash(git*) Bash(git:*), Bash(npm*)')).toEqual([
      at(4, 21),
      at(4, 45),
    ])
    expect(
      advice('allowed-tools:', '  - Read(src/**)', '  - Read(src/{a,b})', '  - "WebFetch(a.com)"'),
    ).toEqual([at(6, 5), at(7, 6)])
    expect(advice('allowed_tools: [Read, TodoWrite(x)]')).toEqual([at(4, 23)])
    expect(advice('allowed-tools:', '  - "Bash(gi\\u0074*)"')).toEqual([at(4, 1)])
  })

  it('D7: are none where every pattern holds', () => {
    expect(
      advice('allowed-tools: Bash(git:*) Bash(*) Read(src/**) WebFetch(domain:a.com)'),
    ).toEqual([])
    expect(advice('allowed-tools: []')).toEqual([])
  })

  it.each([
    ['Bash(git*)', 'Write Bash(git:*). '],
    ['Bash(git **)', 'Write Bash(git:*). '],
    ['WebFetch(example.com)', 'Write WebFetch(domain:example.com). '],
    ['webfetch(https://example.com/a)', 'Write webfetch(domain:example.com). '],
    ['Read(/src/**)', 'Write Read(src/**). '],
    ['Read(src/)', 'Write Read(src/**). '],
    ['Read(src/{a,b})', 'Read(src/**) allows what is below'],
    ['Bash($HOME:*)', 'Bash(git:*) allows every command'],
    ['TodoWrite(x)', 'Write TodoWrite alone'],
    ['mcp__crm(x)', 'Write mcp__crm alone'],
  ])('D7: say what to write instead of %s', (entry, expected) => {
    const [found] = unknownToolEntries([entry])
    expect(found?.instead.slice(0, expected.length)).toBe(expected)
  })

  it('D7: what is proposed can itself be decided, whatever the entry is', () => {
    const tool = fc.constantFrom('Bash', 'Read', 'WebFetch', 'Write', 'TodoWrite')
    const text = fc.string({ unit: fc.constantFrom(...'git *:/.{}$;()"a?\\'), maxLength: 20 })
    fc.assert(
      fc.property(tool, text, (name, pattern) => {
        for (const { instead } of unknownToolEntries([`${name}(${pattern})`])) {
          const proposed = /^Write (.*?)\. \S+\(/.exec(instead)?.[1]
          if (proposed === undefined) continue
          if (readToolEntry(proposed).pattern === null) return false
        }
        return true
      }),
    )
  })

  it('D7: many entries that are not found as they are written are reported at the key', () => {
    const entries = Array.from({ length: 300 }, (_, index) => `  - "Bash(gi\\u0074*${index})"`)
    expect(advice('allowed-tools:', ...entries)).toEqual(entries.map(() => at(4, 1)))
  })
})
