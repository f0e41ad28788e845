/** What a character is to the tokeniser. */
export const SEPARATOR = 1
export const LOWER = 2
export const UPPER = 3
export const DIGIT = 4
/** `-`, `_`, `.`: holds the pieces of a compound together. */
export const CONNECTOR = 5
/** Written without spaces: indexed as pairs of neighbours. */
export const IDEOGRAPH = 6
/** A combining accent: folded away. */
export const ACCENT = 7
/** Half of a pair: look at the code point. */
export const SURROGATE = 8

/** Kinds of UTF-16 code units, filled in as they are met; 0 is "not yet". */
const kinds = new Uint8Array(65536)
/** What a unit folds to: a single unit, or 0 for "see {@link longFolds}". */
const folds = new Uint16Array(65536)
const longFolds = new Map<number, string>()

/** Latin letters that Unicode does not decompose. */
const undecomposed: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
}
const ideograph =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]/u
const wordCharacter = /[\p{L}\p{M}\p{N}]/u

for (let unit = 0; unit < 128; unit += 1) learn(unit)

/** The kind of one UTF-16 code unit. */
export function kindOf(unit: number): number {
  return kinds[unit] || learn(unit)
}

/** The folded unit of a unit whose kind was asked for before, or 0 when it folds to several. */
export function foldOf(unit: number): number {
  return folds[unit]!
}

/** Folded text of a unit for which {@link foldOf} said 0. */
export function longFoldOf(unit: number): string {
  return longFolds.get(unit) ?? ''
}

/** Kind of a character outside the basic plane. */
export function kindOfCharacter(character: string): number {
  if (ideograph.test(character)) return IDEOGRAPH
  return wordCharacter.test(character) ? LOWER : SEPARATOR
}

/** Lower case, compatibility forms unified, accents dropped; and the brackets and stops of `⑴` and `⒈`. */
export function foldCharacter(character: string): string {
  let folded = ''
  for (const part of character.normalize('NFKC').toLowerCase()) {
    const [base = '', ...marks] = part.normalize('NFD')
    const plain = marks.length > 0 && marks.every(isAccent) ? base : part
    if (!isAccent(plain) && wordCharacter.test(plain)) folded += undecomposed[plain] ?? plain
  }
  return folded
}

function isAccent(character: string): boolean {
  return character >= '\u0300' && character <= '\u036f'
}

function learn(unit: number): number {
  const character = String.fromCharCode(unit)
  const kind = classify(unit, character)
  kinds[unit] = kind
  if (kind === LOWER || kind === UPPER || kind === DIGIT || kind === IDEOGRAPH) {
    const folded = foldCharacter(character)
    if (folded.length === 1) folds[unit] = folded.charCodeAt(0)
    else longFolds.set(unit, folded)
  }
  return kind
}

function classify(unit: number, character: string): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return SURROGATE
  if (character === '-' || character === '_' || character === '.') return CONNECTOR
  if (isAccent(character)) return ACCENT
  if (ideograph.test(character)) return IDEOGRAPH
  if (!wordCharacter.test(character)) return SEPARATOR
  if (/\p{N}/u.test(character)) return DIGIT
  return character.toLowerCase() === character ? LOWER : UPPER
}
