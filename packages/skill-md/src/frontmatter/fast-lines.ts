/** A cursor over the lines of a frontmatter, without line endings. */
export interface Lines {
  readonly lines: readonly string[]
  next: number
}

/**
 * Splits frontmatter into lines. Undefined for text that the fast path does not support: tabs, bare carriage returns,
 * or a missing final line ending.
 */
export function splitLines(text: string): Lines | undefined {
  if (text === '') return { lines: [], next: 0 }
  if (!text.endsWith('\n') || text.includes('\t') || text.charCodeAt(0) === 0xfeff) return undefined
  const body = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  if (body.includes('\r')) return undefined
  const lines = body.split('\n')
  lines.pop()
  return { lines, next: 0 }
}

/** Leading spaces of a line; equals its length when the line is blank. */
export function indentOf(line: string): number {
  let at = 0
  while (line.charCodeAt(at) === 32) at++
  return at
}

export function isBlank(line: string): boolean {
  return indentOf(line) === line.length
}

/** Index of the next line that is not blank, from `from` on. */
export function nextTextLine(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && isBlank(lines[at] as string)) at++
  return at
}

/** Indentation of the next line with text, or -1 at the end. */
export function nextIndent(cursor: Lines): number {
  const at = nextTextLine(cursor.lines, cursor.next)
  return at < cursor.lines.length ? indentOf(cursor.lines[at] as string) : -1
}

/** Trims spaces only: other white space (no-break, ideographic) is text in YAML, so `trim` would be wrong. */
export function trimSpaces(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 32) end--
  return text.slice(Math.min(indentOf(text), end), end)
}
