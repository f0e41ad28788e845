/** Endings taken off in turn, longest first within a step; what is left must keep a syllable. */
const nounEndings: readonly (readonly [string, string])[] = [
  ['ization', 'ize'],
  ['isation', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['ability', 'able'],
  ['ibility', 'ible'],
  ['tional', 'tion'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['ality', 'al'],
  ['ivity', 'ive'],
  ['ise', 'ize'],
]
const finalEndings: readonly string[] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ness',
  'ate',
  'ive',
  'ize',
  'ant',
  'ent',
  'ful',
  'ous',
  'al',
  'er',
  'or',
  'ic',
]
const shortest = 3

/**
 * A light English stemmer over folded words: plurals, -ed, -ing, -ly and the common noun endings, so that
 * `optimize`, `optimizing` and `optimization` are one term. Words with other letters than a-z come back
 * as they are. Made for raw words, not for stems.
 */
export function stem(word: string): string {
  if (word.length <= shortest || !isPlain(word)) return word
  let result = withoutPlural(word)
  result = withoutVerbEnding(result)
  result = withoutNounEnding(result)
  return withoutFinal(result)
}

function isPlain(word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    const unit = word.charCodeAt(index)
    if (unit < 97 || unit > 122) return false
  }
  return true
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) {
    return word
  }
  if (
    word.endsWith('sses') ||
    word.endsWith('xes') ||
    word.endsWith('ches') ||
    word.endsWith('shes')
  ) {
    return word.slice(0, -2)
  }
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return word.slice(0, -1)
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`
  const cut = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0
  const base = word.slice(0, word.length - cut)
  if (cut === 0 || base.length < shortest || !hasVowel(base)) return word
  if (/(?:at|bl|iz|is)$/.test(base)) return `${base}e`
  return isDoubled(base) ? base.slice(0, -1) : base
}

function withoutNounEnding(word: string): string {
  let result = word
  if (result.endsWith('ly') && syllables(result.slice(0, -2)) > 0) result = result.slice(0, -2)
  for (const [ending, replacement] of nounEndings) {
    if (!result.endsWith(ending)) continue
    const base = result.slice(0, -ending.length)
    return syllables(base) > 0 ? base + replacement : result
  }
  return result
}

function withoutFinal(word: string): string {
  let result = word
  for (const ending of finalEndings) {
    if (!result.endsWith(ending)) continue
    const base = result.slice(0, -ending.length)
    if (syllables(base) > 1) result = base
    break
  }
  if (/[st]ion$/.test(result) && syllables(result.slice(0, -3)) > 1) result = result.slice(0, -3)
  if (result.endsWith('e') && result.length > shortest) result = result.slice(0, -1)
  if (result.endsWith('y') && result.length > shortest && !isVowel(result, result.length - 2)) {
    return `${result.slice(0, -1)}i`
  }
  return result
}

function isDoubled(word: string): boolean {
  const last = word.charAt(word.length - 1)
  return last === word.charAt(word.length - 2) && !'lsz'.includes(last)
}

function hasVowel(word: string): boolean {
  for (let index = 0; index < word.length; index += 1) if (isVowel(word, index)) return true
  return false
}

/** Vowel runs followed by a consonant: Porter's measure. */
function syllables(word: string): number {
  let count = 0
  let inVowels = false
  for (let index = 0; index < word.length; index += 1) {
    const vowel = isVowel(word, index)
    if (inVowels && !vowel) count += 1
    inVowels = vowel
  }
  return count
}

function isVowel(word: string, index: number): boolean {
  const letter = word.charAt(index)
  if ('aeiou'.includes(letter)) return true
  return letter === 'y' && index > 0 && !'aeiou'.includes(word.charAt(index - 1))
}
