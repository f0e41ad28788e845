import type { Match, SegmentRule } from '../scan-rule.ts'

const longBlank =
  /[\n \t\r\u00a0\u2028\u2029\v\f\u0085\u2000-\u200a\u2800\u3000]{40}|(?:<br\s{0,2}\/?>\s{0,4}){40}|(?:&nbsp;\s{0,4}){40}/
/** Blanks on a line, and blank lines, that are more than layout. */
const maxBlanks = 120
/** Blanks that no keyboard has: nobody lays text out with them. */
const maxUnusualBlanks = 24
const unusualBlanks = /[\u2000-\u200a\u2800]{24}/
const maxBlankLines = 40
/** How far a border may be from that of the next row: letters of some scripts are wider. */
const drift = 6
/** Rendered as nothing: a line that holds only these is blank. */
const empty = /(?:<br\s{0,2}\/?>|&nbsp;|&#160;|&#10;)/gi

export const paddingRule: SegmentRule = {
  id: 'hidden.padding',
  severity: 'high',
  message: 'A long run of blanks pushes text out of sight.',
  attack: 'Places orders or code where nobody scrolls to.',
  fix: 'Remove the blanks.',
  on: ['prose', 'comment', 'code', 'frontmatter'],
  find: ({ text }) => paddings(text),
}

/** Text behind a long run of blanks, found in one pass. */
function* paddings(text: string): Generator<Match> {
  if (!longBlank.test(text) && !unusualBlanks.test(text)) return
  const seen = text.replace(empty, (found) => ' '.repeat(found.length))
  let begin = 0
  let lines = 0
  let unusual = 0
  for (let at = 0; at < seen.length; at += 1) {
    const code = seen.charCodeAt(at)
    if (code === 10 || code === 0x2028 || code === 0x2029) lines += 1
    if (code >= 0x2000 && code <= 0x2800 && isBlank(code)) unusual += 1
    if (isBlank(code)) continue
    const isPadded =
      lines >= maxBlankLines ||
      (lines === 0 && begin > 0 && at - begin >= maxBlanks) ||
      (begin > 0 && unusual >= maxUnusualBlanks)
    if (isPadded) {
      const severity = lines === 0 && isCellBorder(text, at) ? 'low' : 'high'
      yield { at, length: 1, severity }
    }
    begin = at + 1
    lines = 0
    unusual = 0
  }
}

function isBlank(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13)
  return (
    code === 160 ||
    code === 0x85 ||
    code === 0x3000 ||
    code === 0x2800 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029
  )
}

/** The blanks fill a cell of a table: the row above or below has a border at about the same column. */
function isCellBorder(text: string, at: number): boolean {
  if (text[at] !== '|') return false
  const begin = text.lastIndexOf('\n', at - 1) + 1
  if (!/^\s{0,3}\|/.test(text.slice(begin, begin + 8))) return false
  const column = at - begin
  const hasBorder = (from: number) => {
    const end = text.indexOf('\n', from)
    const row = text.slice(from, end < 0 ? text.length : end)
    return row.slice(Math.max(0, column - drift), column + drift + 1).includes('|')
  }
  const below = text.indexOf('\n', at)
  const above = begin > 1 ? text.lastIndexOf('\n', begin - 2) + 1 : -1
  return (above >= 0 && hasBorder(above)) || (below >= 0 && hasBorder(below + 1))
}
