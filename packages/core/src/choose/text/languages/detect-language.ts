import { COMBINING_MARK, foldOf, kindOf, LOWER, longFoldOf, UPPER } from '../characters.ts'
import { stopWords } from '../stop-words.ts'
import { functionWords, type Language, languages } from './function-words.ts'

export type DetectedLanguage = Language | 'english' | null

/** More text hardly changes the answer. */
const maxUnits = 800
const maxWordLength = 10
/** A long text with hardly a word of grammar is code, or a list of names. */
const unitsPerPoint = 60
const hashStart = 0x811c9dc5
const english = 1 << languages.length

/** Letters that only some languages have, twice where one alone is enough. */
const letters: readonly (readonly [letters: string, ...languages: readonly Language[]])[] = [
  ['ß', 'german', 'german'],
  ['äöüÄÖÜ', 'german', 'swedish', 'finnish', 'hungarian', 'turkish'],
  ['ñÑ¿¡', 'spanish', 'spanish'],
  ['ãõÃÕ', 'portuguese', 'portuguese'],
  ['íóúáÍÓÚÁ', 'spanish', 'portuguese', 'hungarian'],
  ['çÇ', 'french', 'portuguese', 'turkish'],
  ['êèùûîœÊÈŒ', 'french'],
  ['ìò', 'italian', 'italian'],
  ['åÅ', 'swedish', 'danish', 'norwegian'],
  ['øæØÆ', 'danish', 'norwegian'],
  ['őűŐŰ', 'hungarian', 'hungarian'],
  ['ğşıĞŞİ', 'turkish', 'turkish'],
  ['țșăȚȘĂ', 'romanian', 'romanian'],
]
const languagesOfLetter = new Map<number, readonly number[]>()
for (const [group, ...shown] of letters)
  for (const letter of group)
    languagesOfLetter.set(
      letter.charCodeAt(0),
      shown.map((language) => languages.indexOf(language)),
    )

/** What a word shows, by its hash: no string is made of a word. Words of English and another language show nothing. */
const shownByWord = new Map<number, number>()
for (const [word, mask] of functionWords) shownByWord.set(hashOf(word), mask)
for (const word of stopWords) {
  const hash = hashOf(word)
  shownByWord.set(hash, shownByWord.has(hash) ? 0 : english)
}
// Addresses and imports are full of it.
shownByWord.set(hashOf('com'), 0)

/**
 * The language of a text by its words of grammar and its letters; null when nothing shows one. Words that English has,
 * too, show nothing. Counts only: the same on every machine.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const length = Math.min(text.length, maxUnits)
  const counts = new Uint16Array(languages.length)
  let englishCount = 0
  let hash = hashStart
  let units = 0
  for (let at = 0; at <= length; at += 1) {
    const unit = at === length ? 32 : text.charCodeAt(at)
    const kind = kindOf(unit)
    if (kind === COMBINING_MARK) continue
    if (kind === LOWER || kind === UPPER) {
      if (unit > 0xa0) countLetter(unit, counts)
      const fold = foldOf(unit)
      if (fold !== 0) hash = hashNext(hash, fold)
      else for (const part of longFoldOf(unit)) hash = hashNext(hash, part.charCodeAt(0))
      units += 1
    } else {
      if (unit > 0xa0) countLetter(unit, counts)
      if (units === 0) continue
      const mask = units <= maxWordLength ? (shownByWord.get(hash >>> 0) ?? 0) : 0
      if (mask === english) englishCount += 2
      else if (mask !== 0) countBits(mask, counts)
      hash = hashStart
      units = 0
    }
  }
  const best = counts.reduce((most, count) => Math.max(most, count), 0)
  const needed = Math.max(englishCount + 1, length / unitsPerPoint)
  if (best === 0 || best < needed) return englishCount > 0 ? 'english' : null
  return languages[counts.indexOf(best)]!
}

function hashNext(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function hashOf(word: string): number {
  let hash = hashStart
  for (let at = 0; at < word.length; at += 1) hash = hashNext(hash, word.charCodeAt(at))
  return hash >>> 0
}

/** A word of one language shows it more than a word that several have. */
function countBits(mask: number, counts: Uint16Array): void {
  const points = (mask & (mask - 1)) === 0 ? 2 : 1
  for (let rest = mask; rest !== 0; rest &= rest - 1)
    counts[31 - Math.clz32(rest & -rest)]! += points
}

function countLetter(unit: number, counts: Uint16Array): void {
  for (const language of languagesOfLetter.get(unit) ?? []) counts[language]! += 1
}
