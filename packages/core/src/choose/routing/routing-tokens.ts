import {
  COMBINING_MARK,
  foldCharacter,
  foldOf,
  IDEOGRAPH,
  kindOf,
  kindOfCharacter,
  longFoldOf,
  SEPARATOR,
  SURROGATE,
} from '../text/characters.ts'

/** Maximum UTF-16 units that are read: a pasted log must not cost a second. */
const maxTextLength = 20_000
/** Prefix of the first syllable of a Korean word; no other token contains it. */
const syllableStart = '^'
/** Decomposed characters and half-width kana; NFKC normalises them. */
const decomposedCharacters = /[\u1100-\u11ff\u3099\u309a\uff65-\uffdc]/

const other = 0
const katakana = 1
const hangul = 2
/** Han, hiragana and similar scripts: one token per character. */
const single = 3

/**
 * Tokenises a text for keyword matching: case and accents folded, whole words only. An ideograph is a token of its own,
 * because the script does not mark word boundaries; adjacent katakana are one token. Korean syllables are tokens, and the
 * first syllable of a word is marked, so that a keyword starts at a word boundary and particles may follow it. `c++` and
 * `c#` are tokens. No stemming: `trade` is not `trader`.
 */
export function routingTokens(text: string): string[] {
  const read = text.length > maxTextLength ? text.slice(0, maxTextLength) : text
  return wordsOf(decomposedCharacters.test(read) ? read.normalize('NFKC') : read)
}

function wordsOf(text: string): string[] {
  const words: string[] = []
  let word = ''
  let script = other
  const end = () => {
    if (word !== '') words.push(word)
    word = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    const kind = kindOf(unit)
    // An accent is part of its base character.
    if (kind === COMBINING_MARK) continue
    const before = script
    script = other
    if (kind === SURROGATE) {
      const character = String.fromCodePoint(text.codePointAt(at)!)
      const wide = character.length === 2 ? kindOfCharacter(character) : SEPARATOR
      if (wide === SEPARATOR || wide === IDEOGRAPH) end()
      if (wide === IDEOGRAPH) words.push(foldCharacter(character))
      else if (wide !== SEPARATOR) word += foldCharacter(character)
      at += character.length - 1
    } else if (kind === IDEOGRAPH) {
      script = scriptOf(unit)
      if (script !== katakana || before !== katakana) end()
      if (script === katakana) word += folded(unit)
      else if (script === hangul && before !== hangul) words.push(syllableStart + folded(unit))
      else words.push(...folded(unit))
    } else if (isWordKind(kind)) {
      if (before === katakana) end()
      word += folded(unit)
    } else if (isTrailingSign(text, at, word)) {
      word += text[at]!
    } else {
      end()
    }
  }
  end()
  return words
}

/** For units of the kind {@link IDEOGRAPH}. */
function scriptOf(unit: number): number {
  if ((unit >= 0x30a0 && unit <= 0x30ff) || (unit >= 0x31f0 && unit <= 0x31ff)) return katakana
  if ((unit >= 0xac00 && unit <= 0xd7ff) || (unit >= 0x3131 && unit <= 0x318e)) return hangul
  return single
}

function folded(unit: number): string {
  const fold = foldOf(unit)
  return fold === 0 ? longFoldOf(unit) : String.fromCharCode(fold)
}

/** Lower, upper, digit. */
function isWordKind(kind: number): boolean {
  return kind >= 2 && kind <= 4
}

/** The signs of `c++` and `c#`: after a letter and not followed by a word character. */
function isTrailingSign(text: string, at: number, word: string): boolean {
  if (word === '' || !isSign(text[at])) return false
  let next = at + 1
  while (next < text.length && isSignOrAccent(text, next)) next += 1
  return next >= text.length || !isWordKind(kindOf(text.charCodeAt(next)))
}

function isSignOrAccent(text: string, at: number): boolean {
  return isSign(text[at]) || kindOf(text.charCodeAt(at)) === COMBINING_MARK
}

function isSign(character: string | undefined): boolean {
  return character === '+' || character === '#'
}
