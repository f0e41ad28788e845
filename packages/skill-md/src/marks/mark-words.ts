import { codePointName } from './character-names.ts'
import { latinLetter } from './lookalikes.ts'
import type { TextPart } from './mark.ts'

/** Splits text without hidden characters where a letter passes for a Latin one. */
export type WordMarker = (text: string) => readonly TextPart[]

const word = /[\p{L}\p{M}\p{N}_]+/gu
const ascii = /^[\0-\x7f]*$/
const scripts = {
  Cyrillic: /^\p{Script=Cyrillic}$/u,
  Greek: /^\p{Script=Greek}$/u,
  Cherokee: /^\p{Script=Cherokee}$/u,
  Lisu: /^\p{Script=Lisu}$/u,
  Coptic: /^\p{Script=Coptic}$/u,
  Armenian: /^\p{Script=Armenian}$/u,
  'full-width': /^[\uff01-\uff5e]$/u,
  mathematical: /^[\u{1d400}-\u{1d7ff}]$/u,
  Latin: /^\p{Script=Latin}$/u,
} as const
type Script = keyof typeof scripts
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Marks letters of other scripts that look Latin, in words with Latin letters; and whole words of such letters, when
 * the text is otherwise Latin: a script is left alone where the text also has letters that only it has.
 */
export function markerOf(whole: string): WordMarker {
  if (ascii.test(whole) || !/[A-Za-z]/.test(whole)) return unmarked
  const own = scriptsInUse(whole)
  return (text) => (ascii.test(text) ? unmarked(text) : split(text, own))
}

function unmarked(text: string): readonly TextPart[] {
  return [{ text, mark: null }]
}

/** The scripts the text is also written in. */
function scriptsInUse(whole: string): ReadonlySet<Script> {
  const own = new Set<Script>(['Latin'])
  if (eastAsian.test(whole)) own.add('full-width')
  for (const [found] of whole.matchAll(word)) {
    if (ascii.test(found)) continue
    for (const letter of found) {
      const script = scriptOf(letter)
      if (script && latinLetter(letter) === null) own.add(script)
    }
  }
  return own
}

function split(text: string, own: ReadonlySet<Script>): readonly TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(word)) {
    if (ascii.test(found) || !passesForLatin(found, own)) continue
    let offset = index
    for (const letter of found) {
      const mark = markOf(letter)
      if (mark) {
        if (offset > at) parts.push({ text: text.slice(at, offset), mark: null })
        parts.push({ text: letter, mark })
        at = offset + letter.length
      }
      offset += letter.length
    }
  }
  if (at < text.length) parts.push({ text: text.slice(at), mark: null })
  return parts
}

function passesForLatin(found: string, own: ReadonlySet<Script>): boolean {
  const letters = [...found].filter((one) => /^\p{L}$/u.test(one))
  const foreign = letters.filter((one) => one > '\u007f')
  if (foreign.length < letters.length) {
    // Words of a language that writes Latin letters with accents, or sounds, are left alone.
    return foreign.some((one) => latinLetter(one) !== null && !isAccented(one))
  }
  const script = scriptOf(letters[0] ?? '')
  if (script === null || own.has(script) || letters.length < 2) return false
  return letters.every((one) => scriptOf(one) === script && latinLetter(one) !== null)
}

function isAccented(letter: string): boolean {
  return scripts.Latin.test(letter) && /^[A-Za-z]/.test(letter.normalize('NFD'))
}

function markOf(letter: string): TextPart['mark'] {
  const latin = latinLetter(letter)
  const script = scriptOf(letter)
  if (latin === null || script === null) return null
  const code = codePointName(letter)
  return {
    kind: 'lookalike',
    label: `${script}, like ${latin}`,
    detail: `${code}, a ${script} letter that looks like “${latin}”`,
    tally: { lookalike: 1 },
  }
}

function scriptOf(letter: string): Script | null {
  for (const [name, pattern] of Object.entries(scripts)) {
    if (pattern.test(letter)) return name as Script
  }
  return null
}
