/** The lines of one top-level key. Offsets are UTF-16 units of the text that was split. */
export interface Entry {
  key: string
  /** Start of the key's line. */
  start: number
  keyStart: number
  /** First character after the colon and its trailing spaces. */
  valueStart: number
  /** End of the key's own line, without its ending. */
  lineEnd: number
  /** After the ending of the last line; trailing blank lines and comments are not included. */
  end: number
  indent: number
}

export interface EntrySplit {
  entries: Entry[]
  /** Indentation of the keys. */
  indent: number
  /** Text before the first key that is neither blank nor comment. */
  strayStart: number | undefined
}

/** Decides whether a line starts a key: by the rule of YAML, or leniently by the known keys of skills. */
export type KeyReader = (line: LineView, split: EntrySplit) => KeyPosition | undefined

export interface LineView {
  text: string
  start: number
  /** Without the line ending. */
  end: number
  indent: number
}

export interface KeyPosition {
  key: string
  valueStart: number
}

/** Splits a text range into the lines of its top-level keys. */
export function splitEntries(
  text: string,
  range: { from: number; to: number },
  readKey: KeyReader,
): EntrySplit {
  const split: EntrySplit = { entries: [], indent: -1, strayStart: undefined }
  let next = range.from
  while (next < range.to) {
    const start = next
    const newline = text.indexOf('\n', start)
    next = newline === -1 || newline >= range.to ? range.to : newline + 1
    const line = viewLine(text, start, next)
    const blank = start + line.indent === line.end
    const position = blank ? undefined : readKey(line, split)
    const last = split.entries.at(-1)
    if (position !== undefined) {
      if (split.indent === -1) split.indent = line.indent
      split.entries.push({
        ...position,
        start,
        keyStart: start + line.indent,
        lineEnd: line.end,
        end: next,
        indent: line.indent,
      })
    } else if (!blank && !isOutsideKeys(line, split.indent)) {
      if (last === undefined) split.strayStart ??= start
      else last.end = next
    }
  }
  return split
}

function viewLine(text: string, start: number, next: number): LineView {
  let end = next
  if (end > start && text[end - 1] === '\n') end--
  if (end > start && text[end - 1] === '\r') end--
  let at = start
  while (at < end && text[at] === ' ') at++
  return { text, start, end, indent: at - start }
}

/** A comment inside a value is indented deeper than the keys; other comments and the document end marker belong to no key. */
function isOutsideKeys(line: LineView, indent: number): boolean {
  if (line.indent === 0 && /^\.\.\.[ \t]*$/.test(line.text.slice(line.start, line.end))) return true
  return line.text[line.start + line.indent] === '#' && line.indent <= Math.max(indent, 0)
}

/** The rule of YAML for a well-formed map: every line at the indentation of the keys starts a key. */
export function readYamlKey(line: LineView, split: EntrySplit): KeyPosition | undefined {
  const at = line.start + line.indent
  if (split.indent !== -1 && line.indent !== split.indent) return undefined
  const first = line.text[at]
  if (first === '#') return undefined
  if (first === '-' && (at + 1 === line.end || line.text[at + 1] === ' ')) return undefined
  return keyAt(line)
}

/** A quoted key, or the text up to the first colon that is followed by white space. */
export function keyAt(line: LineView): KeyPosition | undefined {
  const at = line.start + line.indent
  const content = line.text.slice(at, line.end)
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')[ \t]*:(?=[ \t]|$)/.exec(content)
  if (quoted !== null) {
    const key = quoted[1] ?? (quoted[2] as string).replaceAll("''", "'")
    return {
      key: unescapeKey(key, quoted[1] !== undefined),
      valueStart: valueAt(line, at + quoted[0].length),
    }
  }
  const colon = content.search(/:(?:[ \t]|$)/)
  if (colon <= 0) return undefined
  return { key: content.slice(0, colon).trimEnd(), valueStart: valueAt(line, at + colon + 1) }
}

function unescapeKey(key: string, doubleQuoted: boolean): string {
  if (!doubleQuoted || !key.includes('\\')) return key
  try {
    return JSON.parse(`"${key}"`) as string
  } catch {
    return key
  }
}

/** First character of the value, after the spaces that follow the colon. */
export function valueAt(line: LineView, afterColon: number): number {
  let at = afterColon
  while (at < line.end && (line.text[at] === ' ' || line.text[at] === '\t')) at++
  return at
}
