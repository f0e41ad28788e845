import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoutingFields, RoutingListField } from '../fields/routing-fields.ts'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { validateSkillMd } from '../profiles/validate-skill-md.ts'
import { readRoutingForm } from '../routing/read-routing-form.ts'
import { routingKeys } from '../routing/routing-keys.ts'
import { editRouting, normalizeRoutingList } from './edit-routing.ts'

const plain = `---
name: swap   # the name
description: Swaps tokens.
metadata:
  author: me # who
  version: "1.0"

license: MIT
---
# Body
`

function formOf(source: string) {
  const loaded = loadSkillMd(source)
  if (!loaded.ok) throw new Error('unreadable')
  return readRoutingForm(loaded.document.frontmatter)
}

describe('editing routing fields', () => {
  it('E1: writes text into metadata and changes no other byte', () => {
    let text = editRouting(plain, 'keywords', ['buy', 'stop loss', '买入'])
    text = editRouting(text, 'priority', 20)
    text = editRouting(text, 'negativeKeywords', ['paper trading'])
    expect(text).toBe(
      plain.replace(
        '  version: "1.0"\n',
        '  version: "1.0"\n  repertoire.keywords: buy, stop loss, 买入\n  repertoire.priority: "20"\n  repertoire.negative_keywords: paper trading\n',
      ),
    )
    expect(validateSkillMd(text, 'spec', { folderName: 'swap' })).toEqual([])
    expect(editRouting(editRouting(text, 'keywords', ['sell']), 'keywords', ['buy'])).toBe(
      text.replace('buy, stop loss, 买入', 'buy'),
    )
    const back = (['keywords', 'priority', 'negativeKeywords'] as const).reduce(
      (now, field) => editRouting(now, field, null),
      text,
    )
    expect(back).toBe(plain)
  })

  it('E1: reports the source of each field, and edits override it', () => {
    const source = [
      '---',
      'name: swap',
      'routing: {keywords: [buy], stages: [decide]}',
      'metadata:',
      '  minara: {priority: 5}',
      '  openclaw: {os: [macos]}',
      '---',
      '',
    ].join('\n')
    expect(formOf(source)).toEqual({
      routing: { keywords: ['buy'], stages: ['decide'], priority: 5, platforms: ['darwin'] },
      origins: {
        keywords: 'frontmatter',
        stages: 'frontmatter',
        priority: 'minara',
        platforms: 'openclaw',
      },
      writable: true,
    })
    const edited = editRouting(editRouting(source, 'keywords', ['sell']), 'stages', [])
    expect(edited).toContain('routing: {keywords: [buy], stages: [decide]}')
    expect(formOf(edited)).toMatchObject({
      routing: { keywords: ['sell'], stages: [], priority: 5 },
      origins: { keywords: 'repertoire', stages: 'repertoire', priority: 'minara' },
    })
    expect(formOf(editRouting(edited, 'keywords', null)).routing.keywords).toEqual(['buy'])
    const sidecar = readRoutingForm({ name: 'swap' }, { routing: { keywords: ['aside'] } })
    expect(sidecar.origins).toEqual({ keywords: 'sidecar' })
  })

  it('E1: replaces our other spellings of the same field', () => {
    const source =
      '---\nname: a\nmetadata:\n  repertoire:\n    negativeKeywords: [x]\n    routing: {keywords: [old]}\n    team: t\n---\n'
    const edited = editRouting(editRouting(source, 'negativeKeywords', ['y']), 'keywords', ['new'])
    const loaded = loadSkillMd(edited)
    expect(loaded.ok && loaded.document.frontmatter.metadata).toEqual({
      repertoire: { team: 't' },
      'repertoire.negative_keywords': 'y',
      'repertoire.keywords': 'new',
    })
  })

  it('E1: does not edit a file whose metadata is not a map', () => {
    const source = '---\nname: a\nmetadata: just text\n---\n'
    expect(formOf(source).writable).toBe(false)
    expect(editRouting(source, 'keywords', ['a'])).toBe(source)
  })

  const item = fc.oneof(
    fc.constantFrom('buy', 'stop loss', 'a, b', '{x}', '[y]', '"q"', 'c#', 'x: y', '买入', ' ', ''),
    fc.string({ maxLength: 12 }).filter((text) => !/[\0\p{Surrogate}]/u.test(text)),
  )
  const change = fc.oneof(
    fc.tuple(fc.constant('priority' as const), fc.integer({ min: 0, max: 100 })),
    fc.tuple(fc.constant('summary' as const), item),
    fc.tuple(
      fc.constantFrom(
        ...Object.keys(routingKeys).filter((name) => name !== 'priority' && name !== 'summary'),
      ),
      fc.array(item, { maxLength: 4 }),
    ),
  ) as fc.Arbitrary<[keyof RoutingFields, never]>
  const sources = fc.constantFrom(
    plain,
    '# only a body\n',
    '---\nname: a\nrouting:\n  keywords: [x]\n  stages: decide\nconditions: {requires_env: [K]}\n---\nb',
    '---\r\nname: a\r\nmetadata: {repertoire: {keywords: [k], priority: 3}}\r\n---\r\nb\r\n',
  )

  it('E1: form → file → form round-trips, and changes nothing else', () => {
    fc.assert(
      fc.property(sources, fc.array(change, { maxLength: 6 }), (start, changes) => {
        let text: string = start
        for (const [field, value] of changes) {
          const before = formOf(text).routing
          const bodyBefore = loadSkillMd(text)
          text = editRouting(text, field, value)
          const after = formOf(text).routing
          const expected = Array.isArray(value)
            ? normalizeRoutingList(field as RoutingListField, value)
            : typeof value === 'string'
              ? (value as string).trim()
              : value
          const isNothing = Array.isArray(expected) ? expected.length === 0 : expected === ''
          if (isNothing && field !== 'summary') expect(after[field] ?? []).toEqual([])
          else if (!isNothing) expect(after[field]).toEqual(expected)
          expect({ ...after, [field]: null }).toEqual({ ...before, [field]: null })
          const bodyAfter = loadSkillMd(text)
          if (!bodyBefore.ok || !bodyAfter.ok) throw new Error('unreadable')
          expect(bodyAfter.document.body).toBe(bodyBefore.document.body)
        }
      }),
      { numRuns: 200 },
    )
  })
})
