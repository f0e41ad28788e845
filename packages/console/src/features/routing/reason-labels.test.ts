import { describe, expect, it } from 'vitest'
import { describeMissing, reasonLabel } from './reason-labels.ts'

const nothing = {
  ...{ slug: 's', name: 'S', decision: 'not-offered' as const, why: null, because: null },
  ...{ score: null, fallback: null, needed: null, slot: null, reasons: [], search_score: 0 },
  words: [],
}

describe('reasons in words', () => {
  it.each([
    [['kw:stop loss'], 'its keyword “stop loss”'],
    [['kw:a:b'], 'its keyword “a:b”'],
    [['kw:a', 'stage:decide', 'kw:b'], 'its keywords “a” and “b”, the stage decide'],
    [['stage:a', 'stage:b', 'stage:c'], 'the stages a, b, and c'],
    [['asset:fx', 'asset:gold'], 'the asset classes fx and gold'],
    [['co:swap'], 'swap names it'],
    [['co:swap', 'co:bridge'], 'swap and bridge name it'],
    [['search'], 'search finds it'],
    [['fallback:70'], 'only its priority (30)'],
    [['fallback:odd'], 'only its priority (odd)'],
    [['constructor:x'], 'constructor:x'],
    [['kw'], 'kw'],
    [['odd'], 'odd'],
    [[], ''],
  ])('E2: %j', (reasons, words) => {
    expect(reasonLabel(reasons)).toBe(words)
  })

  it('E2: says of a skill that is left out what would have to be otherwise', () => {
    const dropped = { ...nothing, why: 'dropped' as const, because: 'requires_env:KEY' }
    expect(describeMissing(dropped)).toContain('needs the setting KEY')
    expect(describeMissing({ ...dropped, because: 'toString:x' })).toBe('toString:x')
    const outranked = { ...nothing, why: 'outranked' as const, score: 20, needed: 30 }
    expect(describeMissing(outranked)).toContain('comes to 20')
    expect(describeMissing({ ...outranked, needed: null })).toContain('no line left')
  })
})
