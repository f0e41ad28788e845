import { restricts } from './licence-phrases.ts'

/**
 * The words of a licence text, in lower case, without the lines that are copyright notices and without layout. Two
 * copies of one licence with other years, owners, wrapping or Markdown have the same words.
 */
export function licenceWords(text: string): string[] {
  const kept = text.split(/\r\n|[\r\n]/).filter((line) => !isCopyrightLine(line))
  return wordsOf(kept.join('\n'))
}

/** All words of a text, in lower case and one spelling. */
export function wordsOf(text: string): string[] {
  const spelling = text.toLowerCase().replaceAll('licence', 'license')
  const unsecured = spelling.replaceAll('https://', 'http://')
  return unsecured.match(/[a-z0-9\u00c0-\u1fff\u3040-\uffff]+/g) ?? []
}

/**
 * Whether a line is a copyright notice and nothing else. A line of a sentence such as "copyright owner or by an
 * individual" is none: without it, Apache-2.0 looks like another licence.
 */
export function isCopyrightLine(line: string): boolean {
  const text = line.replace(/^[\s*#>/;"'|-]+/, '').trim()
  if (text === '' || text.length > maxNoticeLength) return false
  if (terms.test(text) || restricts(wordsOf(text).join(' '))) return false
  return notices.some((notice) => notice.test(text))
}

const maxNoticeLength = 200

/** What a notice does not speak of: with one of these words, the line says more. */
const terms =
  /permission|permitted|redistribut|warrant|licensed|herein|hereby|\buse\b|\bfree for\b|\bfees?\b|\bpa(?:y|id)\b|purchase/i

const notices = [
  /^(?:portions )?copyrights?(?: notice)?:?\s*(?:\(c\)|©|&copy;|[\d<[{])/i,
  /^(?:\(c\)|©|&copy;)\s*\S/i,
  /^copyrights?:? (?=\p{Lu})[^.]{2,120}[ ,(](?:19|20)\d\d\b/iu,
  /^Copyright (?:The )?\p{Lu}[^.]{1,80}(?:Authors|Contributors|Inc|LLC|Ltd|GmbH|PBC)\.?$/u,
  /^all rights (?:are )?reserved\W*$/i,
]
