import type { JsonValue } from '../base/json.ts'
import { emitEntry, emitQuoted } from '../frontmatter/emit-yaml.ts'
import type { Entry } from '../frontmatter/entries.ts'
import { trimSpaces } from '../frontmatter/fast-lines.ts'

/**
 * New lines for an existing key: the key as written, the new value with the quotes of the old one, and the trailing
 * comment.
 */
export function replaceEntry(text: string, entry: Entry, value: JsonValue): string {
  const old = text.slice(entry.start, entry.end)
  const lineEnding = old.includes('\r\n') ? '\r\n' : '\n'
  const emitted = emitEntry('k', value, { indent: entry.indent, lineEnding })
  const afterColon = emitted.slice(entry.indent + 2)
  const breakAt = afterColon.indexOf(lineEnding)
  const inline = trimSpaces(afterColon.slice(0, breakAt))
  const oldInline = text.slice(entry.valueStart, entry.lineEnd)
  const isOneLine = breakAt + lineEnding.length === afterColon.length
  const shown =
    isOneLine && typeof value === 'string' ? inQuotesOf(oldInline, value, inline) : inline
  const head = text.slice(entry.start, entry.valueStart).trimEnd()
  const gap = shown === '' ? '' : gapBefore(text, entry, head)
  const nextLines = afterColon.slice(breakAt)
  const lines = head + gap + shown + trailingComment(oldInline) + nextLines
  return old.endsWith('\n') ? lines : lines.slice(0, -lineEnding.length)
}

function gapBefore(text: string, entry: Entry, head: string): string {
  const gap = text.slice(entry.start + head.length, entry.valueStart)
  return gap === '' || entry.valueStart >= entry.lineEnd ? ' ' : gap
}

function inQuotesOf(old: string, value: string, emitted: string): string {
  if (old.startsWith('"')) return emitQuoted(value)
  if (old.startsWith("'") && /^[^\p{Cc}\u2028\u2029\ufeff]*$/u.test(value)) {
    return `'${value.replaceAll("'", "''")}'`
  }
  return emitted
}

/** The trailing comment of the first line of a value, with the spaces before it. */
function trailingComment(inline: string): string {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(inline)?.[0]
  if (quoted === undefined && /^["']/.test(inline)) return ''
  const from = quoted?.length ?? 0
  if (from === 0 && inline.startsWith('#')) return ` ${inline}`
  const hash = inline.slice(from).search(/(?<=[ \t])#/)
  if (hash === -1) return ''
  const before = inline.slice(0, from + hash)
  return inline.slice(before.trimEnd().length)
}
