import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { annotateHiddenCharacters } from './mark-text.ts'
import { renderAnnotations } from './render-annotations.ts'

const labels = (text: string) =>
  annotateHiddenCharacters(text).flatMap(({ mark }) => (mark ? [mark.label] : []))
const kinds = (text: string) => [
  ...new Set(annotateHiddenCharacters(text).flatMap(({ mark }) => mark?.kind ?? [])),
]
const tags = (text: string) =>
  [...text].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('')

describe('annotateHiddenCharacters', () => {
  it('an approval shows everything: blanks that push a command out of sight are counted, its tail stays', () => {
    const command = `git status${' '.repeat(5000)}; rm -rf ~`
    expect(renderAnnotations(command)).toBe('git status⟨5,000 spaces⟩; rm -rf ~')
    expect(renderAnnotations(`a\n${'\n'.repeat(37)}b`)).toBe('a\n⟨37 blank lines⟩\nb')
    expect(renderAnnotations(`a${'\t'.repeat(90)}b`)).toBe('a⟨90 tabs⟩b')
    expect(renderAnnotations(`a${'\u00a0 '.repeat(400)}b`)).toBe(
      'a⟨400 spaces, 400 × no-break space⟩b',
    )
    expect(renderAnnotations(`a${'\n  '.repeat(200)}b`)).toBe(
      'a\n⟨199 blank lines, 398 spaces⟩\n  b',
    )
    expect(renderAnnotations(`a\n${' '.repeat(300)}b`)).toBe('a\n⟨300 spaces⟩b')
  })

  it('an approval shows everything: direction characters of every sort', () => {
    const all = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
    for (const one of all) expect(kinds(`a${one}b`)).toEqual(['bidi'])
    expect(labels('pay\u202eees')).toEqual(['right-to-left override'])
  })

  it('an approval shows everything: tag characters say what they spell', () => {
    expect(labels(`Hello${tags('rm -rf ~')}`)).toEqual(['8 tag characters that spell “rm -rf ~”'])
    expect(kinds('\u{e0001}')).toEqual(['tag'])
  })

  it('an approval shows everything: hidden characters, variation selectors that carry data', () => {
    const hidden =
      '\u00ad\u034f\u115f\u180e\u200b\u2060\u2063\u3164\ufeff\uffa0\ufff9\u{e0100}\u{1d173}'
    for (const one of hidden) expect(kinds(`a${one}b`)).toEqual(['hidden'])
    expect(labels('a\u200b\u200b\u200bb')).toEqual(['3 × zero width space'])
    expect(kinds('a\u200db')).toEqual(['hidden'])
    expect(kinds('😀\ufe0f\ufe01\ufe02\u{e0120}')).toEqual(['hidden'])
    expect(kinds('a\ud83db')).toEqual(['hidden'])
  })

  it('an approval shows everything: controls and unusual spaces', () => {
    expect(labels('a\u001b[2Jb\u0000c\u009bd')).toEqual(['escape', 'null', 'U+009B'])
    expect(labels('safe()\revil()')).toEqual(['carriage return'])
    expect(labels('a\u00a0b\u2003c\u3000d\u2800e\u2028f')).toEqual([
      'no-break space',
      'em space',
      'ideographic space',
      'blank Braille pattern',
      'line separator',
    ])
    expect(labels('lines\r\nof\r\nWindows\tand a tab')).toEqual([])
  })

  it('an approval shows everything: letters of other scripts in Latin words', () => {
    expect(labels('аpple.com')).toEqual(['Cyrillic, like a'])
    expect(labels('gооgle')).toEqual(['Cyrillic, like o', 'Cyrillic, like o'])
    expect(labels('ѕudo and Ρaypal and ᎥnstaII')).toEqual([
      'Cyrillic, like s',
      'Greek, like p',
      'Cherokee, like i',
    ])
    expect(labels('ꓢystem cⲟpy')).toEqual(['Lisu, like s', 'Coptic, like o'])
    expect(labels('ｒm file')).toEqual(['full-width, like r'])
    expect(labels('run 𝐫𝐦 now')).toEqual(['mathematical, like r', 'mathematical, like m'])
    expect(labels('ɡit status')).toEqual(['Latin, like g'])
    expect(labels('the ѕсоре of a grant')).toHaveLength(5)
  })

  it('leaves other languages, emoji and ordinary layout as they are', () => {
    const ordinary = [
      'Привет, мир. Сор и рот — это слова. Use Git for it.',
      'Ο ρόλος του χρήστη: user',
      'שלום עולם, ciao',
      'مرحبا بالعالم',
      'می‌خواهم کتاب‌ها را',
      'क्‍ष और न्‌',
      '日本語のスキル　ＡＰＩを使う',
      '한국어 문장 API',
      'Straße, naïve café, İstanbul’da ılık, Łódź, Tiếng Việt',
      'Prix : 10 000 € « oui » !'.replaceAll(' €', '\u00a0€').replace(' :', '\u202f:'),
      'emoji 👩‍💻 ❤️ 👨‍👩‍👧‍👦 🏳️‍🌈 1️⃣ 👍🏽 ☎︎ 🧑🏿‍🚀',
      'flags 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇩🇪',
      'yₜ = c + φ₁yₜ₋₁, aⁿ',
      'Δx = 5 µm, kΩ, π ≈ 3, β-carotene',
      `def f():\n${' '.repeat(24)}return 1\n\n\n# end\n`,
      '| a    | b          |\n|------|------------|',
      '葛󠄀城 and ᠮᠣᠩᠭᠣᠯ',
    ]
    for (const text of ordinary) expect([text, labels(text)]).toEqual([text, []])
  })

  it('put together, the parts are the text; nothing unseen is left without a mark', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        ' '.repeat(80),
        '\n\n\n\n\n\n',
        '\u202e',
        tags('x'),
        'аb',
        '😀\ufe0f',
        '\r\n',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        expect(
          annotateHiddenCharacters(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
        expect(renderAnnotations(text)).not.toMatch(
          /[\u202a-\u202e\u2066-\u2069\u200b]|(?![\n\t\r])\p{Cc}/u,
        )
        expect(renderAnnotations(text)).not.toMatch(/ {65}|\n{6}/)
      }),
    )
  })

  it('is linear: a megabyte of tag characters, blanks or mixed letters is one pass', () => {
    expect(labels(tags('x'.repeat(100_000)))).toHaveLength(1)
    expect(labels(`a${' \u200b'.repeat(100_000)}b`)).toHaveLength(1)
    expect(labels('аb '.repeat(50_000))).toHaveLength(50_000)
  })
})
