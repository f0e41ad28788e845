import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitWords } from './split-words.ts'

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

describe('C4: arguments in one line', () => {
  it.each<[string, readonly string[] | undefined]>([
    ['', []],
    ['  \t\n', []],
    ['42 * 17', ['42', '*', '17']],
    ['--input /workspace/data.csv', ['--input', '/workspace/data.csv']],
    [`a"b c"'d e'f`, ['ab cd ef']],
    [`"" ''`, ['', '']],
    ['a\\ b "c\\"d" "e\\f"', ['a b', 'c"d', 'e\\f']],
    ["'a\\'", ['a\\']],
    ['a\\\nb', ['ab']],
    ['$HOME `id` $(id) a|b;c&d >f #x ~', ['$HOME', '`id`', '$(id)', 'a|b;c&d', '>f', '#x', '~']],
    ['"open', undefined],
    ['a\\', undefined],
  ])('%j', (line, words) => {
    expect(splitWords(line)).toEqual(words)
  })

  it('returns quoted words unchanged, whatever they contain', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
        expect(splitWords(words.map(quoted).join(' '))).toEqual(words)
      }),
    )
  })
})
