import { isStopWord } from '../stop-words.ts'
import { tokenise } from '../tokenise.ts'
import { type Language, languages, languagesOfWord } from './function-words.ts'

/** More text hardly changes the answer. */
const maxUnits = 1200
const maxWordLength = 10

/** Letters that only some languages have, and how much they show. */
const letters: readonly (readonly [letters: string, ...languages: readonly Language[]])[] = [
  ['ß', 'german', 'german'],
  ['äöüÄÖÜ', 'german', 'swedish', 'finnish', 'hungarian', 'turkish'],
  ['ñÑ¿¡', 'spanish', 'spanish'],
  ['ãõÃÕ', 'portuguese', 'portuguese'],
  ['çÇ', 'french', 'portuguese', 'turkish'],
  ['êèùûîœÊÈœ', 'french'],
  ['ìò', 'italian', 'italian'],
  ['åÅ', 'swedish', 'danish', 'norwegian'],
  ['øæØÆ', 'danish', 'norwegian'],
  ['őűŐŰ', 'hungarian', 'hungarian'],
  ['ğşıĞŞİ', 'turkish', 'turkish'],
  ['țșăŢȚȘ', 'romanian', 'romanian'],
]
const languagesOfLetter = new Map<number, readonly number[]>()
for (const [group, ...shown] of letters)
  for (const letter of group)
    languagesOfLetter.set(
      letter.charCodeAt(0),
      shown.map((language) => languages.indexOf(language)),
    )

export type DetectedLanguage = Language | 'english' | null

/**
 * The language of a text by its words of grammar and its letters; null when nothing shows one. Words that English has,
 * too, show nothing. Counts only: the same on every machine.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const read = text.length > maxUnits ? text.slice(0, maxUnits) : text
  const counts = new Uint16Array(languages.length)
  let english = 0
  tokenise(read, { joinSeparated: false }, (units, start, end) => {
    // No word of grammar begins beyond the small letters.
    if (end - start > maxWordLength || units[start]! > 122) return
    const word = String.fromCharCode(...units.subarray(start, end))
    const mask = languagesOfWord(word)
    const isEnglish = isStopWord(word)
    if (mask === 0 && isEnglish) english += 1
    if (mask !== 0 && !isEnglish) countBits(mask, counts)
  })
  countLetters(read, counts)
  const best = counts.reduce((most, count) => Math.max(most, count), 0)
  if (best <= english || (english > 0 && best < 2)) return english > 0 ? 'english' : null
  return languages[counts.indexOf(best)]!
}

function countBits(mask: number, counts: Uint16Array): void {
  for (let rest = mask; rest !== 0; rest &= rest - 1) counts[31 - Math.clz32(rest & -rest)]! += 1
}

function countLetters(text: string, counts: Uint16Array): void {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0xa1 || unit > 0x21b) continue
    for (const language of languagesOfLetter.get(unit) ?? []) counts[language]! += 1
  }
}
