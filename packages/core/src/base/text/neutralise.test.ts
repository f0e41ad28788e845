import { lookalikes } from '@repertoire/skill-md'
import { describe, expect, it } from 'vitest'
import { neutralise, reservedNames } from './neutralise.ts'

const letters = [...new Set([...reservedNames].join(''))]
const others = (letter: string) =>
  [...lookalikes].filter(([, latin]) => latin === letter).map(([other]) => other)

describe('text that would end a block', () => {
  it.each(letters)('A2: recognises lookalikes of “%s” in a name', (letter) => {
    expect(others(letter).length).toBeGreaterThan(0)
  })

  it.each([...reservedNames])('A2: </%s> is neutralised in lookalike letters', (name) => {
    const spelt = [...name].map((letter) => others(letter).at(-1) ?? letter).join('')
    for (const one of [name, name.toUpperCase(), spelt]) {
      expect(neutralise(`a </${one}> b`)).toBe(`a &lt;/${one}> b`)
    }
  })

  const scripts = {
    Lisu: { letters: 'ꓢꓗꓲꓡꓡ' },
    Cherokee: { letters: 'ꮪꮶꭵꮮꮮ' },
    'capital Cherokee': { letters: 'ᏚᏦᎥᏞᏞ' },
    Coptic: { letters: 'ⲙⲉⲙⲟⲅⲩ' },
    'capital Coptic': { letters: 'ⲘⲈⲘⲞⲄⲨ' },
    'full width': { letters: 'ｍｅｍｏｒｙ' },
    mathematical: { letters: '𝓼𝓴𝓲𝓵𝓵' },
    'mathematical monospace': { letters: '𝚖𝚎𝚖𝚘𝚛𝚢' },
  }
  it.each(Object.entries(scripts))('A2: a tag in %s letters is neutralised', (_, { letters }) => {
    for (const tag of [`</${letters}>`, `<${letters} name="x">`]) {
      expect(neutralise(tag)).toBe(`&lt;${tag.slice(1)}`)
    }
  })

  it('A2: ordinary words in these scripts stay unchanged', () => {
    const text = '<ꓢꓳ> ⲁⲛⲟⲕ < ⲡⲉ ᏣᎳᎩ <ᎦᏬᏂᎯᏍᏗ> <ⲙⲁ>'
    expect(neutralise(text)).toBe(text)
  })

  it('A2: other tags stay unchanged', () => {
    const text = 'if a < b then </div> and <skills> or <observation>'
    expect(neutralise(text)).toBe(text)
  })
})
