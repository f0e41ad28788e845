import type { Entry } from '../entries.ts'
import { foldLines } from '../fast-text.ts'

/** The source text of a value: the part on the line of the key, and the next lines. */
export interface RawValue {
  entry: Entry
  /** From the first character of the value to the end of its lines, without trailing white space. */
  raw: string
  /** The part on the line of the key. */
  inlineText: string
  nextLines: RawLine[]
}

export interface RawLine {
  text: string
  /** Offset of the line's start in the original text. */
  start: number
  /** Leading spaces and tabs. */
  indent: number
}

export function rawValueOf(text: string, entry: Entry): RawValue {
  const raw = text.slice(entry.valueStart, entry.end).trimEnd()
  const inlineText = text.slice(entry.valueStart, entry.lineEnd).trimEnd()
  const nextLines: RawLine[] = []
  let start = text.indexOf('\n', entry.lineEnd) + 1
  while (start > 0 && start < entry.end) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? entry.end : newline
    const line = text.slice(start, end).trimEnd()
    nextLines.push({ text: line, start, indent: line.length - line.trimStart().length })
    start = newline === -1 ? 0 : newline + 1
  }
  return { entry, raw, inlineText, nextLines }
}

/**
 * The value as plain text. Indented lines are folded as in YAML; unindented lines are Markdown and keep their line
 * breaks.
 */
export function asText(value: RawValue, first = value.inlineText): string {
  const lines = [first, ...value.nextLines.map((line) => line.text)]
  if (nextKeyLine(value) !== undefined) return lines.join('\n').trim()
  return foldLines(lines.map((line) => line.trim())).trim()
}

/** The first of the next lines that is not indented deeper than the key. */
export function nextKeyLine(value: RawValue): RawLine | undefined {
  return value.nextLines.find((line) => line.text !== '' && line.indent <= value.entry.indent)
}

/** Offset of the first colon inside the value that YAML reads as the end of a key. */
export function innerColon(value: RawValue): number | undefined {
  const at = value.raw.search(/:(?:[ \t\r\n]|$)/)
  return at === -1 ? undefined : value.entry.valueStart + at
}
