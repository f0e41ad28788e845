/**
 * What a SKILL.md may be at most. The largest of 110 000 public files has under 300 KB of text and a few KB of
 * frontmatter; past these limits a file is refused before any YAML is read, so hostile input costs a scan, not a parse.
 */
export const limits = {
  /** UTF-16 units of a whole file. */
  fileLength: 16 * 1024 * 1024,
  /** UTF-16 units between the two fences. */
  frontmatterLength: 64 * 1024,
  frontmatterLines: 4096,
  /** Top-level keys. */
  keys: 512,
  /** Levels of nesting in block or flow style. */
  depth: 32,
} as const

/** The first offset in `text` where nesting could pass the depth limit, if any. Reads each character once. */
export function tooDeepAt(text: string): number | undefined {
  let flow = 0
  let indents: number[] = []
  let lineStart = true
  for (let at = 0; at < text.length; at++) {
    if (lineStart) {
      const markers = blockMarkers(text, at)
      indents = indents.filter((indent) => indent < markers.indent)
      if (!markers.blank) indents.push(markers.indent)
      if (indents.length + markers.count + flow > limits.depth) return at
      lineStart = false
    }
    const code = text.charCodeAt(at)
    if (code === 10) lineStart = true
    else if (code === 91 || code === 123) flow++
    else if ((code === 93 || code === 125) && flow > 0) flow--
    if (flow > limits.depth) return at
  }
  return undefined
}

/** Indentation, and the run of `- ` or `? ` that opens a nested block on the same line. */
function blockMarkers(
  text: string,
  lineStart: number,
): { indent: number; count: number; blank: boolean } {
  let at = lineStart
  while (text[at] === ' ') at++
  const indent = at - lineStart
  let count = 0
  while ((text[at] === '-' || text[at] === '?') && text[at + 1] === ' ') {
    count++
    at += 2
    while (text[at] === ' ') at++
  }
  return { indent, count, blank: at >= text.length || text[at] === '\n' || text[at] === '\r' }
}
