import { editSkillMd } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frontmatterRows } from './frontmatter-rows.ts'

const source = `---
name: weekly-report
description: The week.
version: 1.10
tags: [a, b]
allowed-tools: Read, Bash(git:*)
hooks:
  PreToolUse:
    - command: rm -rf /
x-vendor: {deep: [1, 2]}
constructor: yes
---
Body
`

describe('the frontmatter as it is shown', () => {
  it('D2: lists every key in its order, with what it means here', () => {
    const rows = frontmatterRows(source)
    expect(rows.map(({ key, meaning }) => [key, meaning.use])).toEqual([
      ['name', 'used'],
      ['description', 'used'],
      ['version', 'used'],
      ['tags', 'used'],
      ['allowed-tools', 'used'],
      ['hooks', 'kept'],
      ['x-vendor', 'unknown'],
      ['constructor', 'unknown'],
    ])
  })

  it('D2: shows a version as it was written, lists as lists, and the rest as data', () => {
    const byKey = new Map(frontmatterRows(source).map(({ key, value }) => [key, value]))
    expect(byKey.get('version')).toEqual({ kind: 'text', text: '1.10' })
    expect(byKey.get('tags')).toEqual({ kind: 'list', items: ['a', 'b'] })
    expect(byKey.get('allowed-tools')).toEqual({ kind: 'text', text: 'Read, Bash(git:*)' })
    expect(byKey.get('hooks')).toMatchObject({ kind: 'json' })
  })

  it('D2: loses no key, whatever it is called', () => {
    const key = fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/)
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 8 }), (keys) => {
        const frontmatter = Object.fromEntries(keys.map((one) => [one, 'x']))
        const text = editSkillMd('---\nname: a\n---\nBody\n', { frontmatter })
        const shown = frontmatterRows(text).map((row) => row.key)
        expect(new Set(shown)).toEqual(new Set(['name', ...keys]))
      }),
    )
  })

  it('has nothing to show of a text without frontmatter', () => {
    expect(frontmatterRows('# Only a body\n')).toEqual([])
  })
})
