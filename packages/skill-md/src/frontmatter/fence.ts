/** The position of the frontmatter. Offsets are UTF-16 units of the original text. */
export interface Fence {
  /** Start of the opening `---` line. */
  openStart: number
  /** First character after the opening line. */
  contentStart: number
  /** Start of the closing line, so the content ends with its line ending. */
  contentEnd: number
  /** First character after the closing line's ending. */
  bodyOffset: number
}

export type FenceSearch =
  | { kind: 'none'; firstText: number }
  | { kind: 'closed'; fence: Fence }
  | { kind: 'unclosed'; openStart: number; contentStart: number }

const closingLine = /\n---[ \t]*(?:\r?\n|$)/g
const textCharacter = /[^ \t\r\n]/g

/**
 * Finds the two fence lines. A fence is a whole line of `---`, optionally with trailing spaces or tabs; a byte-order
 * mark and blank lines may precede the first. A `---` inside a line is text.
 */
export function findFence(text: string): FenceSearch {
  const openStart = firstTextOffset(text)
  const contentStart = fenceLineEnd(text, openStart)
  if (contentStart === undefined || contentStart === openStart + 3)
    return { kind: 'none', firstText: openStart }
  closingLine.lastIndex = contentStart - 1
  const match = closingLine.exec(text)
  if (match === null) return { kind: 'unclosed', openStart, contentStart }
  const contentEnd = match.index + 1
  return {
    kind: 'closed',
    fence: { openStart, contentStart, contentEnd, bodyOffset: match.index + match[0].length },
  }
}

/** Offset after the line ending, if the line at `start` is a fence. */
function fenceLineEnd(text: string, start: number): number | undefined {
  if (!text.startsWith('---', start)) return undefined
  let at = start + 3
  while (text[at] === ' ' || text[at] === '\t') at++
  if (at === text.length) return at
  if (text[at] === '\n') return at + 1
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2
  return undefined
}

/** Start of the first non-blank line, after a byte-order mark. */
function firstTextOffset(text: string): number {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  textCharacter.lastIndex = start
  const first = textCharacter.exec(text)?.index ?? text.length
  return Math.max(start, text.lastIndexOf('\n', first) + 1)
}
