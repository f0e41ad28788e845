import { asText, innerColon, type RawLine, type RawValue } from './raw-value.ts'
import { readSnippet } from './read-snippet.ts'
import type { RepairedValue } from './repaired-value.ts'

interface LinePatch {
  text: string
  code?: string
  /** Offset of the problem in the original text. */
  offset: number
}

/**
 * Repairs an invalid list or map below its key. Line by line, tabs become spaces and bad values get quotes; if that is not
 * enough, keeps the lines before the first unreadable one, otherwise the whole value as text. `errorLine` is the line
 * below the key, from 0, of the YAML error.
 */
export function repairNested(value: RawValue, errorLine: number): RepairedValue {
  const patches = value.nextLines.map((line) => patchLine(line))
  const first = patches.find((patch) => patch.code !== undefined)
  if (first === undefined)
    return keepReadableLines(value, patches, errorLine) ?? nextLinesAsText(value)
  const snippet = snippetOf(patches)
  const whole = readSnippet(snippet)
  if (!whole.ok) {
    const stoppedAt = lineOf(snippet, whole.errorOffset) - 1
    return keepReadableLines(value, patches, stoppedAt) ?? nextLinesAsText(value)
  }
  return {
    value: whole.parsed.value.value ?? null,
    parsed: whole.parsed,
    code: first.code as string,
    offset: first.offset,
    message: nestedMessage(first.code as string, value.entry.key),
  }
}

/** Line number of an offset, from 0. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1
}

function snippetOf(patches: readonly LinePatch[]): string {
  return `value:\n${patches.map((patch) => `  ${patch.text}\n`).join('')}`
}

function nestedMessage(code: string, key: string): string {
  if (code === 'frontmatter.tab-indentation')
    return `\`${key}\` is indented with tabs; they were read as two spaces each.`
  return `A value of \`${key}\` needs quotes; it was read as text.`
}

function patchLine(line: RawLine): LinePatch {
  const indentation = line.text.slice(0, line.indent)
  const indent = indentation.replaceAll('\t', '  ')
  const hasTab = indentation.includes('\t')
  const parts = /^((?:- +)*(?:[\w./-]+: +)?)(.*)$/s.exec(
    line.text.slice(line.indent),
  ) as RegExpExecArray
  const [, head = '', value = ''] = parts
  if (head !== '' && needsQuotes(value)) {
    const colon = value.search(/: /)
    return {
      text: `${indent}${head}${JSON.stringify(value)}`,
      code: /^[@`%*&!,\]}]/.test(value)
        ? 'frontmatter.reserved-character'
        : 'frontmatter.colon-unquoted',
      offset: line.start + line.indent + head.length + Math.max(colon, 0),
    }
  }
  const patch = { text: indent + head + value, offset: line.start }
  return hasTab ? { ...patch, code: 'frontmatter.tab-indentation' } : patch
}

function needsQuotes(value: string): boolean {
  if (/^[@`%*&!,\]}]/.test(value)) return true
  if (/^["'[{|>#]/.test(value)) return false
  return /: |:$/.test(value)
}

function keepReadableLines(
  value: RawValue,
  patches: readonly LinePatch[],
  errorLine: number,
): RepairedValue | undefined {
  for (const cut of [errorLine, errorLine - 1]) {
    const line = value.nextLines[cut]
    if (cut < 1 || line === undefined) continue
    const reading = readSnippet(snippetOf(patches.slice(0, cut)))
    if (!reading.ok) continue
    return {
      value: reading.parsed.value.value ?? null,
      parsed: reading.parsed,
      code: 'frontmatter.unreadable-lines',
      offset: line.start,
      message: `The lines of \`${value.entry.key}\` from here on do not match the previous lines; they were left out.`,
    }
  }
  return undefined
}

/** Reads all lines below a key as text. */
export function nextLinesAsText(value: RawValue): RepairedValue {
  const colon = innerColon(value)
  return {
    value: asText(value),
    code: colon === undefined ? 'frontmatter.unreadable-value' : 'frontmatter.colon-unquoted',
    offset: colon ?? value.nextLines[0]?.start ?? value.entry.valueStart,
    message: `The value of \`${value.entry.key}\` is not YAML; it was read as text.`,
  }
}
