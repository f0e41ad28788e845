import type { Entry } from '../entries.ts'
import { foldLines } from '../fast-text.ts'

/** A value as it was written: what stands beside the key, and the lines below. */
export interface WrittenValue {
  entry: Entry
  /** From the first character of the value to the end of its lines, white space at the end removed. */
  raw: string
  /** The part beside the key. */
  beside: string
  below: WrittenLine[]
}

export interface WrittenLine {
  text: string
  /** Offset of the line's start in the original text. */
  start: number
  /** Leading spaces and tabs. */
  indent: number
}

export function writtenValue(text: string, entry: Entry): WrittenValue {
  const raw = text.slice(entry.valueStart, entry.end).trimEnd()
  const beside = text.slice(entry.valueStart, entry.lineEnd).trimEnd()
  const below: WrittenLine[] = []
  let start = text.indexOf('\n', entry.lineEnd) + 1
  while (start > 0 && start < entry.end) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? entry.end : newline
    const line = text.slice(start, end).trimEnd()
    below.push({ text: line, start, indent: line.length - line.trimStart().length })
    start = newline === -1 ? 0 : newline + 1
  }
  return { entry, raw, beside, below }
}

/**
 * The value as plain text. Lines that are indented fold into one, as YAML folds them; lines at the margin are somebody's
 * Markdown and keep their line breaks.
 */
export function asText(value: WrittenValue, first = value.beside): string {
  const lines = [first, ...value.below.map((line) => line.text)]
  if (lineAtMargin(value) !== undefined) return lines.join('\n').trim()
  return foldLines(lines.map((line) => line.trim())).trim()
}

/** The first line below that is not indented deeper than the key. */
export function lineAtMargin(value: WrittenValue): WrittenLine | undefined {
  return value.below.find((line) => line.text !== '' && line.indent <= value.entry.indent)
}

/** Offset of the first colon that YAML takes for the end of a key, inside the value. */
export function innerColon(value: WrittenValue): number | undefined {
  const at = value.raw.search(/:(?:[ \t\r\n]|$)/)
  return at === -1 ? undefined : value.entry.valueStart + at
}
