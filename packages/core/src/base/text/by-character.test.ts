import { describe, expect, it } from 'vitest'
import { byCharacter } from './by-character.ts'
import { confusablesOf } from './confusable-letters.ts'

describe('what is known of a character', () => {
  it('is computed once, however often a text has it', () => {
    const computed: string[] = []
    const codeOf = byCharacter((character) => {
      computed.push(character)
      return character.codePointAt(0)
    })
    const codes = [...'<a<a<a'].map(codeOf)
    expect(codes).toEqual([60, 97, 60, 97, 60, 97])
    expect(computed).toEqual(['<', 'a'])
  })

  it('takes bounded memory: beyond that it is computed again', () => {
    let computed = 0
    const codeOf = byCharacter((character) => {
      computed += 1
      return character.codePointAt(0)
    })
    const all = Array.from({ length: 10_000 }, (_, code) => String.fromCodePoint(0x4e00 + code))
    all.forEach(codeOf)
    expect(codeOf(all[0] ?? '')).toBe(0x4e00)
    expect(computed).toBe(10_000)
    expect(codeOf(all.at(-1) ?? '')).toBe(0x4e00 + 9_999)
    expect(computed).toBe(10_001)
  })

  it('holds for what letters look like: a text of a million brackets compares one', () => {
    for (const character of ['<', 'a', 'а', '≮']) {
      expect(confusablesOf(character)).toBe(confusablesOf(character))
    }
  })
})
