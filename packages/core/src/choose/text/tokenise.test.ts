import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldCharacter } from './characters.ts'
import { tokenise } from './tokenise.ts'

function wordsOf(text: string, joinSeparated = true): string[] {
  const words: string[] = []
  tokenise(text, { joinSeparated }, (units, start, end) => {
    words.push(String.fromCharCode(...units.subarray(start, end)))
  })
  return words
}

describe('tokenise', () => {
  test.each([
    ['plain words, lower-cased', 'Review a Pull Request', ['review', 'a', 'pull', 'request']],
    ['camel case, in parts and whole', 'gitHub', ['git', 'hub', 'github']],
    ['capitals before a word', 'HTMLParser', ['html', 'parser', 'htmlparser']],
    ['plural abbreviations stay whole', 'APIs and PDFs', ['apis', 'and', 'pdfs']],
    ['kebab case, in pieces and joined', 'pull-request', ['pull', 'request', 'pullrequest']],
    ['dotted names', 'next.js', ['next', 'js', 'nextjs']],
    ['snake case', 'read_file', ['read', 'file', 'readfile']],
    ['digits stay with their letters', 's3 gpt4 2FA', ['s3', 'gpt4', '2', 'fa', '2fa']],
    ['full stops end sentences, not words', 'Done. Next', ['done', 'next']],
    ['accents', 'Café Ångström naïve', ['cafe', 'angstrom', 'naive']],
    ['accents written as marks', 'Cafe\u0301', ['cafe']],
    ['letters that do not decompose', 'Straße Łódź øre', ['strasse', 'lodz', 'ore']],
    ['ligatures and full width', 'ﬁle ＰＤＦ', ['file', 'pdf']],
    ['other alphabets', 'Привет мир', ['привет', 'мир']],
    ['Chinese by pairs', '数据分析', ['数据', '据分', '分析']],
    ['a single ideograph', '猫 cat', ['猫', 'cat']],
    ['ideographs beside letters', 'PDF文件x', ['pdf', '文件', 'x']],
    ['kana with voicing marks stays itself', 'ガギ', ['ガギ']],
    ['Hangul by pairs', '한국어', ['한국', '국어']],
    ['Thai by pairs, its vowel signs included', 'ไทยดี', ['ไท', 'ทย', 'ยด', 'ดี']],
    ['ideographs outside the basic plane', '𠀀𠀁', ['𠀀𠀁']],
    ['emoji separate', 'red🚀blue', ['red', 'blue']],
    ['mathematical letters fold', '𝐀𝐁', ['ab']],
    ['bracketed and dotted compatibility forms', '⑴ ⒈ ㈀', ['1', '1', 'ᄀ']],
    ['nothing at all', ' -- ... __ ', []],
  ])('%s', (_, text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('without joinSeparated, separated words are not joined but humps are', () => {
    expect(wordsOf('src.main gitHub', false)).toEqual(['src', 'main', 'git', 'hub', 'github'])
  })

  test('runs over the maximum token length are left out, their neighbours are not', () => {
    expect(wordsOf(`before ${'a1'.repeat(500)} after`)).toEqual(['before', 'after'])
  })

  test('any text gives only folded words within bounds, and leaves no state', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of wordsOf(text)) {
          expect(word.length).toBeGreaterThan(0)
          expect(word).not.toMatch(/[\s\p{P}]/u)
        }
        expect(wordsOf('next.js')).toEqual(['next', 'js', 'nextjs'])
      }),
    )
  })

  test('folding is idempotent and the words are the same each time, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(wordsOf(text)).toEqual(wordsOf(text))
        for (const character of text) {
          const folded = foldCharacter(character)
          expect([...folded].map(foldCharacter).join('')).toBe(folded)
        }
      }),
    )
  })

  test('a lone surrogate is a separator, not an error', () => {
    expect(wordsOf('a\ud800b')).toEqual(['a', 'b'])
  })
})
