/** Where the frontmatter is. Offsets are UTF-16 units of the original text. */
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

/**
 * Finds the two fence lines. A fence is a whole line of `---` and perhaps spaces or tabs; a byte-order mark and blank
 * lines may stand before the first. A `---` inside a line is text.
 */
export function findFence(text: string): FenceSearch {
  const openStart = firstTextOffset(text)
  const contentStart = fenceLineEnd(text, openStart)
  if (contentStart === undefined || contentStart === openStart + 3)
    return { kind: 'none', firstText: openStart }
  let at = contentStart
  while (at < text.length) {
    const end = fenceLineEnd(text, at)
    if (end !== undefined) {
      return { kind: 'closed', fence: { openStart, contentStart, contentEnd: at, bodyOffset: end } }
    }
    const next = text.indexOf('\n---', at)
    if (next === -1) break
    at = next + 1
  }
  return { kind: 'unclosed', openStart, contentStart }
}

/** Offset after the line's ending when the line at `start` is a fence. */
function fenceLineEnd(text: string, start: number): number | undefined {
  if (!text.startsWith('---', start)) return undefined
  let at = start + 3
  while (text[at] === ' ' || text[at] === '\t') at++
  if (at === text.length) return at
  if (text[at] === '\n') return at + 1
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2
  return undefined
}

/** Start of the first line with something on it, after a byte-order mark. */
function firstTextOffset(text: string): number {
  let lineStart = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let at = lineStart; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10) lineStart = at + 1
    else if (code !== 32 && code !== 9 && code !== 13) return lineStart
  }
  return lineStart
}
