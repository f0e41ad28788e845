import { indentOf, isBlank, type Lines, nextTextLine, trimSpaces } from './fast-lines.ts'
import { readPlainScalar, type Unsupported, unsupported } from './fast-scalar.ts'

/** Reads the lines of a `|` or `>` scalar; `header` is the indicator with its `-`, `parentIndent` the indentation of the key. */
export function readBlockScalar(
  cursor: Lines,
  header: string,
  parentIndent: number,
): string | Unsupported {
  if (header.length > 2 || (header.length === 2 && header[1] !== '-')) return unsupported
  const first = nextTextLine(cursor.lines, cursor.next)
  if (first === cursor.lines.length) return unsupported
  const indent = indentOf(cursor.lines[first] as string)
  if (indent <= parentIndent) return unsupported
  const content: string[] = []
  let at = cursor.next
  for (; at < cursor.lines.length; at++) {
    const line = cursor.lines[at] as string
    if (isBlank(line)) {
      if (line.length > indent) return unsupported
      content.push('')
      continue
    }
    const own = indentOf(line)
    if (own < indent) {
      if (own > parentIndent) return unsupported
      break
    }
    content.push(line.slice(indent))
  }
  while (content.at(-1) === '') content.pop()
  cursor.next = at
  const text = header[0] === '|' ? content.join('\n') : foldBlock(content)
  if (text === unsupported) return unsupported
  return header[1] === '-' ? text : `${text}\n`
}

function foldBlock(content: readonly string[]): string | Unsupported {
  if (content.some((line) => line.startsWith(' ') || line.endsWith(' '))) return unsupported
  return foldLines(content)
}

/** YAML folding: a line break becomes a space, n empty lines become n line breaks. */
export function foldLines(content: readonly string[]): string {
  let text = ''
  let breaks = 0
  let started = false
  for (const line of content) {
    if (line === '') {
      breaks++
      continue
    }
    if (started) text += breaks > 0 ? '\n'.repeat(breaks) : ' '
    else text += '\n'.repeat(breaks)
    text += line
    started = true
    breaks = 0
  }
  return text
}

/** Reads the continuation lines of a plain scalar, which are indented deeper than the key. */
export function readPlainLines(
  cursor: Lines,
  first: string[],
  parentIndent: number,
): string | Unsupported {
  const content = first
  let end = cursor.next
  for (let at = cursor.next; at < cursor.lines.length; at++) {
    const line = cursor.lines[at] as string
    const indent = indentOf(line)
    if (indent === line.length) {
      if (content.length > 0) content.push('')
      continue
    }
    if (indent <= parentIndent) break
    const text = trimSpaces(line)
    if (!isPlainContinuation(text, content.length === 0)) return unsupported
    content.push(text)
    end = at + 1
  }
  cursor.next = end
  while (content.at(-1) === '') content.pop()
  return foldLines(content)
}

function isPlainContinuation(text: string, isFirst: boolean): boolean {
  if (isFirst) {
    const scalar = readPlainScalar(text)
    return scalar !== unsupported && scalar.kind === 'plain' && !scalar.hasComment
  }
  return (
    !text.startsWith('#') && !text.includes(' #') && !text.includes(': ') && !text.endsWith(':')
  )
}
