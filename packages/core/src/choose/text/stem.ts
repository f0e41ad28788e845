import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as armenian } from '@orama/stemmers/armenian'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as greek } from '@orama/stemmers/greek'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as tamil } from '@orama/stemmers/tamil'

const minStemmedLength = 4

/** Porter's rules know only the American spelling, and end `deploy` in `i` although `deployment` keeps its `y`. */
const britishEnding = /(?<=[a-z]{4})is(e|es|ed|ing|ations?)$/
const iAfterVowel = /(?<=[aeiou])i$/

/** One stemmer per script: a word shows its script, but not its language. */
const stemmers: readonly (readonly [script: RegExp, stem: (word: string) => string])[] = [
  [/^[a-z]+$/, stemEnglish],
  [/^\p{Script=Cyrillic}+$/u, russian],
  [/^\p{Script=Greek}+$/u, greek],
  [/^\p{Script=Arabic}+$/u, arabic],
  [/^\p{Script=Armenian}+$/u, armenian],
  [/^[\p{Script=Tamil}]+$/u, tamil],
]

/**
 * The stem of a folded word, by Snowball: `optimize`, `optimizing` and `optimization` are one term. Short words,
 * words with digits and words of other scripts come back as they are. Never empty. Expects words, not stems. Pure.
 */
export function stem(word: string): string {
  if (word.length < minStemmedLength) return word
  const found = stemmers.find(([script]) => script.test(word))
  return found?.[1](word) || word
}

function stemEnglish(word: string): string {
  return english(word.replace(britishEnding, 'iz$1')).replace(iAfterVowel, 'y')
}
