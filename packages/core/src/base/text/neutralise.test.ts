import { lookalikes } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lettersByShape, signsByShape } from './generated/confusables.ts'
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
    Armenian: { letters: 'ѕкіլլ' },
    'Armenian and Lao': { letters: 'օbꜱеrναtі໐ոꮪ' },
    'capital Armenian': { letters: 'ՏKӀLL' },
    'Lao and Khmer': { letters: 'mem໐ry' },
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

  it('A2: every spelling by characters that Unicode calls confusable is neutralised', () => {
    const looks = (letter: string) => [
      ...[letter, letter.toUpperCase(), ...(lettersByShape[letter] ?? '')],
      ...(letter === 'm' ? ['rn', ...(lettersByShape.rn ?? '')] : []),
      ...(letter === 'o' ? ['0'] : []),
      ...(letter === 'l' || letter === 'i' ? ['1', 'l', 'I', '|'] : []),
    ]
    const spelling = fc
      .constantFrom(...reservedNames)
      .chain((name) => fc.tuple(...[...name].map((letter) => fc.constantFrom(...looks(letter)))))
      .map((letters) => letters.join(''))
    const open = fc.constantFrom('<', ...signsByShape['<'])
    const slash = fc.constantFrom('', '/', ...signsByShape['/'])
    fc.assert(
      fc.property(spelling, open, slash, (name, bracket, close) => {
        expect(neutralise(`a ${bracket}${close}${name}> b`)).toBe(`a &lt;${close}${name}> b`)
      }),
      { numRuns: 2_000 },
    )
  })

  const ordinary = {
    Armenian: 'Բոլոր մարդիկ ծնվում են ազատ ու հավասար',
    Cherokee: 'ᎾᏂᎥ ᎠᏂᏴᏫ ᏂᎨᎫᏓᎸᎾ ᎠᎴ ᎤᏂᏠᏱ',
    Lao: 'ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ໑໐໐',
    Greek: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι',
    Cyrillic: 'Все люди рождаются свободными и равными',
  }
  it.each(Object.entries(ordinary))(
    'A2: words in %s stay unchanged, in brackets too',
    (_, text) => {
      const words = text.split(' ')
      const tags = words.map((word) => `<${word}> ‹/${word}›`).join(' ')
      expect(neutralise(`${text} ${tags}`)).toBe(`${text} ${tags}`)
    },
  )

  it('A2: other tags stay unchanged', () => {
    const text = 'if a < b then </div> and <skills> or <observation>'
    expect(neutralise(text)).toBe(text)
  })
})
