import { foldText } from '../fold-text.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'

const mixedWord =
  /(?<![\p{L}])(?=[\p{L}]{0,40}[a-zA-Z])(?=[\p{L}]{0,40}[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f])[a-zA-Z\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]{3,40}(?![\p{L}])/gu
const foreign = /[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]/
/** Letters of formulas, without those drawn like a Latin one (ν, ο, ρ, κ …). */
const oneOfMathematics = /^[a-zA-Z]{0,38}[αβγδεζηθλμξπσφψωΓΔΘΛΞΠΣΦΨΩ][a-zA-Z]{0,38}$/u
const foreignWord = /(?<![\p{L}])[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]{1,40}(?![\p{L}])/u
const foreignWords = new RegExp(foreignWord, 'gu')
const maxMatches = 5

export const mixedScript: SegmentRule = {
  id: 'hidden.mixed-script',
  severity: 'medium',
  message: 'A word mixes letters of several scripts that look alike.',
  attack: 'Gets past filters, or passes one name off as another.',
  fix: 'Write the word in one script.',
  on: ['prose', 'comment', 'code', 'frontmatter'],
  find: mixedWords,
}

function* mixedWords({ text, kind, path }: Segment): Generator<Match> {
  if (!foreign.test(text)) return
  const isRun = (kind === 'code' || kind === 'frontmatter') && !isForeignText(path, text)
  let count = 0
  for (const { 0: word, index } of text.matchAll(mixedWord)) {
    if (oneOfMathematics.test(word)) continue
    const severity = severityOf(word, lineAt(text, index), isRun)
    yield { at: index, length: word.length, severity }
    count += 1
    if (count >= maxMatches) return
  }
}

/** Beside words of the same script it is a slip of the author; a word that cannot pass for a Latin one is too. */
function severityOf(word: string, line: string, isRun: boolean): 'low' | 'medium' | 'high' {
  const passesForLatin = /^[a-z]+$/.test(foldText(word))
  if (foreignWord.test(line.replace(word, ' '))) return passesForLatin ? 'medium' : 'low'
  if (!passesForLatin) return 'medium'
  return isRun ? 'high' : 'medium'
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end).slice(0, 2_000)
}

/** A document in another script: its authors mix letters by mistake. Scripts are judged by the line. */
function isForeignText(path: string, text: string): boolean {
  return /\.mdx?$/i.test(path) && (text.match(foreignWords)?.length ?? 0) >= 5
}
