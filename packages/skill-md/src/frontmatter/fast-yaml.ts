import { emptyObject, type JsonObject, type JsonValue } from '../base/json.ts'
import { resolvePlain } from './core-schema.ts'
import {
  indentOf,
  isBlank,
  type Lines,
  nextIndent,
  nextTextLine,
  splitLines,
  trimSpaces,
} from './fast-lines.ts'
import { readInline, type Unsupported, unsupported } from './fast-scalar.ts'
import { readBlockScalar, readPlainLines } from './fast-text.ts'
import { type ParsedFrontmatter, recordText } from './parsed-frontmatter.ts'

const keyPattern = /([A-Za-z_][A-Za-z0-9_.-]*):(?: |$)/y
const scalarKey = /^(?:null|Null|NULL|true|True|TRUE|false|False|FALSE)$/
const maxDepth = 8

interface Reader {
  cursor: Lines
  parsed: ParsedFrontmatter
  depth: number
}

/**
 * Parses the simple YAML of nearly all skills: maps of plain, quoted and block scalars, lists of scalars, and one-line
 * flow lists or JSON. Undefined for everything else; the caller then uses the YAML library. Both give the same result.
 */
export function parseFast(text: string): ParsedFrontmatter | undefined {
  const cursor = splitLines(text)
  if (cursor === undefined) return undefined
  const parsed: ParsedFrontmatter = { value: emptyObject(), texts: new Map(), usesFlow: false }
  const value = readMap({ cursor, parsed, depth: 0 }, 0)
  if (value === unsupported || cursor.next < cursor.lines.length) return undefined
  if (Object.keys(value).length === 0) return undefined
  parsed.value = value
  return parsed
}

function readMap(reader: Reader, indent: number): JsonObject | Unsupported {
  const { cursor } = reader
  if (++reader.depth > maxDepth) return unsupported
  const map = emptyObject()
  while (cursor.next < cursor.lines.length) {
    const line = cursor.lines[cursor.next] as string
    const own = indentOf(line)
    if (own === line.length) {
      cursor.next++
      continue
    }
    if (own < indent) break
    if (line[own] === '#') {
      cursor.next++
      continue
    }
    if (own > indent || !readEntry(reader, map, { line, indent })) return unsupported
  }
  reader.depth--
  return map
}

function readEntry(reader: Reader, map: JsonObject, at: { line: string; indent: number }): boolean {
  keyPattern.lastIndex = at.indent
  const match = keyPattern.exec(at.line)
  const key = match?.[1]
  if (key === undefined || scalarKey.test(key) || Object.hasOwn(map, key)) return false
  reader.cursor.next++
  const raw = trimSpaces(at.line.slice(keyPattern.lastIndex))
  const position: ValuePosition = { container: map, key, indent: at.indent }
  const value =
    raw === '' || raw.startsWith('#')
      ? readNestedValue(reader, position)
      : readInlineValue(reader, position, raw)
  if (value === unsupported) return false
  map[key] = value
  return true
}

interface ValuePosition {
  container: JsonObject
  key: string
  indent: number
}

/** The value starts on the line of the key and may continue below it. */
function readInlineValue(
  reader: Reader,
  position: ValuePosition,
  raw: string,
): JsonValue | Unsupported {
  const { cursor, parsed } = reader
  if (raw[0] === '|' || raw[0] === '>') return readBlockScalar(cursor, raw, position.indent)
  const scalar = readInline(raw)
  if (scalar === unsupported) return unsupported
  const continues = nextIndent(cursor) > position.indent
  if (scalar.kind === 'value') {
    if (continues) return unsupported
    if (typeof scalar.value !== 'string') recordFlow(parsed, scalar.value, scalar.plainItems)
    return scalar.value
  }
  if (!continues) return plainValue(parsed, position, scalar.text)
  if (scalar.hasComment) return unsupported
  const text = readPlainLines(cursor, [scalar.text], position.indent)
  return text === unsupported ? unsupported : plainValue(parsed, position, text)
}

/** The value starts on a line below the key: a list, a map, a plain text, or nothing. */
function readNestedValue(reader: Reader, position: ValuePosition): JsonValue | Unsupported {
  const { cursor, parsed } = reader
  const at = nextTextLine(cursor.lines, cursor.next)
  const line = cursor.lines[at] ?? ''
  const indent = isBlank(line) ? -1 : indentOf(line)
  const isItem = line[indent] === '-' && line[indent + 1] === ' '
  if (isItem && indent >= position.indent) return readList(reader, indent)
  if (indent <= position.indent) return plainValue(parsed, position, '')
  if (line[indent] === '#') return unsupported
  keyPattern.lastIndex = indent
  if (keyPattern.test(line)) return readMap(reader, indent)
  const text = readPlainLines(cursor, [], position.indent)
  return text === unsupported ? unsupported : plainValue(parsed, position, text)
}

function readList(reader: Reader, indent: number): JsonValue[] | Unsupported {
  const { cursor, parsed } = reader
  const list: JsonValue[] = []
  while (cursor.next < cursor.lines.length) {
    const line = cursor.lines[cursor.next] as string
    const own = indentOf(line)
    if (own === line.length) {
      cursor.next++
      continue
    }
    if (own < indent || (own === indent && !line.startsWith('- ', indent))) break
    if (own > indent) return unsupported
    cursor.next++
    const scalar = readInline(trimSpaces(line.slice(indent + 2)))
    if (scalar === unsupported || nextIndent(cursor) > indent) return unsupported
    if (scalar.kind === 'plain') {
      list.push(plainValue(parsed, { container: list, key: String(list.length) }, scalar.text))
    } else if (typeof scalar.value === 'string') list.push(scalar.value)
    else return unsupported
  }
  return list
}

function plainValue(
  parsed: ParsedFrontmatter,
  position: { container: JsonObject | JsonValue[]; key: string },
  text: string,
): JsonValue {
  const value = resolvePlain(text)
  if (typeof value !== 'string') recordText(parsed.texts, position, text)
  return value
}

function recordFlow(
  parsed: ParsedFrontmatter,
  value: JsonValue,
  plainItems: string[] | undefined,
): void {
  parsed.usesFlow = true
  if (!Array.isArray(value) || plainItems === undefined) return
  for (const [index, item] of value.entries()) {
    if (typeof item !== 'string') {
      recordText(
        parsed.texts,
        { container: value, key: String(index) },
        plainItems[index] as string,
      )
    }
  }
}
