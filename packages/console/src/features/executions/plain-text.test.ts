import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collapseProgress, plainText } from './plain-text.ts'

const shown = (printed: string) => plainText(printed).text

describe('plainText', () => {
  it('leaves colours, titles and movements of a terminal out', () => {
    expect(shown('\u001b[1;31mred\u001b[0m and \u001b[38;2;1;2;3mmore\u001b[K')).toBe(
      'red and more',
    )
    expect(shown('\u001b]0;a title\u0007text\u001b]8;;https://x.test\u001b\\link')).toBe('textlink')
    expect(shown('\u001b(Btext\u001b7\u001bM')).toBe('text')
    expect(shown('\u009b31mred')).toBe('red')
  })

  it('makes controls visible, and marks that turn the order of reading around', () => {
    expect(shown('a\u0000b\u0008c\u202ed\u2066e')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde')
    expect(shown('tab\tline\r\nnext')).toBe('tab\tline\nnext')
  })

  it('waits for the rest of a sequence that was cut in two, wherever the cut is', () => {
    const printed = 'a\u001b[1;31mred\u001b[0m\u001b]0;title\u0007b\r\nc'
    for (let cut = 0; cut <= printed.length; cut += 1) {
      const first = plainText(printed.slice(0, cut))
      const second = plainText(first.rest + printed.slice(cut))
      expect(first.text + second.text).toBe('aredb\nc')
    }
  })

  it('never lets an escape through, whatever was printed', () => {
    const unit = fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '\u0007',
      '\u009d',
      '\u009b',
      '0',
      ';',
      'm',
      'x',
      '\r',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
        expect(shown(units.join(''))).not.toMatch(/[^\P{Cc}\t\n\r]/u)
      }),
    )
  })

  it('holds no endless sequence back', () => {
    const { text, rest } = plainText(`\u001b]0;${'x'.repeat(10_000)}`)
    expect(rest).toBe('')
    expect(text).toContain('x'.repeat(10_000))
  })
})

describe('overwritten', () => {
  it('shows a progress bar as it stands', () => {
    expect(collapseProgress('10%\r50%\r100%\ndone')).toBe('100%\ndone')
    expect(collapseProgress('plain\ntext')).toBe('plain\ntext')
  })
})
