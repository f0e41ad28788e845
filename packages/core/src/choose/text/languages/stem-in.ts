import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stem } from '../stem.ts'
import type { Language } from './function-words.ts'

const minStemmedLength = 4
const latinLetters = /^[a-z]+$/

const stemmers: Readonly<Record<Language, (word: string) => string>> = {
  german: stemGerman,
  french: stemFrench,
  spanish: (word) => spanish(word.replace(/cion$/, 'ción')),
  portuguese: stemPortuguese,
  ...{ italian, dutch, swedish, danish, norwegian, finnish, hungarian, romanian, turkish },
}

/**
 * The stem of a folded word in a language, by Snowball. Words that are not of Latin letters have the stem that their
 * script gives them. Never empty, and folded again. Pure.
 */
export function stemIn(language: Language, word: string): string {
  if (word.length < minStemmedLength || !latinLetters.test(word)) return stem(word)
  return withoutAccents(stemmers[language](word)) || word
}

/** `Uebersetzung` as `Übersetzung` is folded; `quer` stays. */
export function foldSpelling(word: string): string {
  return word.replace(/ae|oe|(?<!q)ue/g, (written) => written[0]!)
}

/** Snowball's rules leave the ending of `prüft`, which descriptions use, and of `Prüfung`. */
function stemGerman(word: string): string {
  return compoundHead(word)
    .replace(/(?<=.{3}[b-df-hj-np-tv-z])t$/, '')
    .replace(/(?<=.{4})ung$/, '')
    .replace(/(?<=.{3})ier$/, 'i')
}

/** What remains of a German word when another follows it: `rechnung` of `Rechnungen`. */
export function compoundHead(word: string): string {
  return german(foldSpelling(word)) || word
}

/** The rules expect accents, which folding has removed: `générées` and `générer` are one term. */
function stemFrench(word: string): string {
  return french(word).replace(/(?<=.{4})[ei]+$/, '')
}

/** Snowball's rule of this ending does not know its plural. */
function stemPortuguese(word: string): string {
  return portuguese(word.replace(/(?:ao|oes)$/, 'ão'))
}

/** Turkish stems may end in a dotless i, which is a letter of its own and has no accent to lose. */
function withoutAccents(word: string): string {
  if (latinLetters.test(word)) return word
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
}
