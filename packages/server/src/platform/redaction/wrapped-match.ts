/** The maximum number of characters that a printer puts before a line: indentation, a number, a quote mark. */
const maxPrefix = 64

/** What may follow a line, its end, and empty lines. */
const lineEnd = /[ \t"',;+\\]{0,8}[\r\n][\r\n \t]*/y
const unfinishedLineEnd = /^[ \t"',;+\\]{0,8}$/

export type WrappedMatch =
  | { readonly kind: 'whole'; readonly end: number }
  /** The text ends before it can be decided. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'none' }

/** Whether the text from `at` is these lines, each further one on a line of its own and after any prefix. */
export function matchWrapped(text: string, at: number, lines: readonly string[]): WrappedMatch {
  let end = at
  for (const [index, line] of lines.entries()) {
    const start = index === 0 ? at : startOfNext(text, end, line)
    if (typeof start !== 'number') return start
    end = start + line.length
  }
  return { kind: 'whole', end }
}

function startOfNext(text: string, from: number, line: string): number | WrappedMatch {
  lineEnd.lastIndex = from
  const gap = lineEnd.exec(text)?.[0]
  if (gap === undefined) {
    const isOpen = text.length - from <= 8 && unfinishedLineEnd.test(text.slice(from))
    return { kind: isOpen ? 'unfinished' : 'none' }
  }
  const start = from + gap.length
  const window = text.slice(start, start + maxPrefix + line.length)
  const found = window.indexOf(line)
  const lineBreak = window.search(/[\r\n]/)
  if (found !== -1 && (lineBreak === -1 || lineBreak > found)) return start + found
  const isOpen = lineBreak === -1 && window.length < maxPrefix + line.length
  return { kind: isOpen ? 'unfinished' : 'none' }
}
