import {
  ACCENT,
  foldCharacter,
  foldOf,
  IDEOGRAPH,
  kindOf,
  kindOfCharacter,
  longFoldOf,
  SEPARATOR,
  SURROGATE,
} from '../search/characters.ts'

/** Units of a text that are read: a pasted log must not cost a second. */
const longestText = 20_000

/**
 * The words of a text as keywords are matched against them: case and accents folded, whole words only, and
 * every ideograph a word of its own, as nothing else marks where words begin there. `c++` and `c#` are words.
 * Stems are not cut: `trade` is not `trader`.
 */
export function routingWords(text: string): string[] {
  const words: string[] = []
  const length = Math.min(text.length, longestText)
  let word = ''
  const end = () => {
    if (word !== '') words.push(word)
    word = ''
  }
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at)
    const kind = kindOf(unit)
    if (kind === SURROGATE) {
      const character = String.fromCodePoint(text.codePointAt(at)!)
      const wide = character.length === 2 ? kindOfCharacter(character) : SEPARATOR
      if (wide === SEPARATOR || wide === IDEOGRAPH) end()
      if (wide === IDEOGRAPH) words.push(foldCharacter(character))
      else if (wide !== SEPARATOR) word += foldCharacter(character)
      at += character.length - 1
    } else if (kind === IDEOGRAPH) {
      end()
      words.push(...folded(unit))
    } else if (isWordKind(kind)) {
      word += folded(unit)
    } else if (kind !== ACCENT && !endsSign(text, at, word)) {
      end()
    } else if (kind !== ACCENT) {
      word += text[at]!
    }
  }
  end()
  return words
}

function folded(unit: number): string {
  const fold = foldOf(unit)
  return fold === 0 ? longFoldOf(unit) : String.fromCharCode(fold)
}

/** Lower, upper, digit. */
function isWordKind(kind: number): boolean {
  return kind >= 2 && kind <= 4
}

/** The signs of `c++` and `c#`: after a letter, with nothing of a word behind them. */
function endsSign(text: string, at: number, word: string): boolean {
  if (word === '' || !isSign(text[at])) return false
  let next = at + 1
  while (isSign(text[next])) next += 1
  return next >= text.length || !isWordKind(kindOf(text.charCodeAt(next)))
}

function isSign(character: string | undefined): boolean {
  return character === '+' || character === '#'
}
