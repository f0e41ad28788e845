/** Character kinds of the tokeniser. */
export const SEPARATOR = 1
export const LOWER = 2
export const UPPER = 3
export const DIGIT = 4
/** `-`, `_`, `.`: joins the pieces of a compound. */
export const CONNECTOR = 5
/** Written without spaces, as Chinese, Japanese and Thai are: indexed as overlapping pairs. */
export const IDEOGRAPH = 6
/** A combining accent: dropped by folding. */
export const COMBINING_MARK = 7
/** Half of a surrogate pair: see the code point. */
export const SURROGATE = 8

/** Kinds of UTF-16 code units, computed lazily; 0 is unknown. */
const kinds = new Uint8Array(65536)
/** Folding of a unit to a single unit; 0 means see {@link longFolds}. */
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
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]|(?=\p{L}|\p{M})[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const wordCharacter = /[\p{L}\p{M}\p{N}]/u

for (let unit = 0; unit < 128; unit += 1) cacheUnit(unit)

/** The kind of one UTF-16 code unit. */
export function kindOf(unit: number): number {
  return kinds[unit] || cacheUnit(unit)
}

/** The folded unit, or 0 when it folds to several. Call {@link kindOf} first. */
export function foldOf(unit: number): number {
  return folds[unit]!
}

/** The folded text of a unit for which {@link foldOf} returns 0. */
export function longFoldOf(unit: number): string {
  return longFolds.get(unit) ?? ''
}

/** The kind of a character outside the BMP. */
export function kindOfCharacter(character: string): number {
  if (ideograph.test(character)) return IDEOGRAPH
  return wordCharacter.test(character) ? LOWER : SEPARATOR
}

/** Folds to lower case without accents, unifies compatibility forms, and drops the punctuation of `⑴` and `⒈`. */
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

function cacheUnit(unit: number): number {
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
  if (isAccent(character)) return COMBINING_MARK
  if (ideograph.test(character)) return IDEOGRAPH
  if (!wordCharacter.test(character)) return SEPARATOR
  if (/\p{N}/u.test(character)) return DIGIT
  return character.toLowerCase() === character ? LOWER : UPPER
}
