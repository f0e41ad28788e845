import { emptyObject, type JsonObject, type JsonValue } from '../json.ts'
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
import { readInline, type Unread, unread } from './fast-scalar.ts'
import { readBlockScalar, readPlainLines } from './fast-text.ts'
import { type ParsedFrontmatter, rememberText } from './parsed-frontmatter.ts'

const keyPattern = /([A-Za-z_][A-Za-z0-9_.-]*):(?: |$)/y
const scalarKey = /^(?:null|Null|NULL|true|True|TRUE|false|False|FALSE)$/
const maxDepth = 8

interface Reader {
  cursor: Lines
  parsed: ParsedFrontmatter
  depth: number
}

/**
 * Reads the simple YAML nearly all skills use: maps of words to plain, quoted and block scalars, lists of scalars, and
 * one-line flow lists or JSON. Undefined for everything else, which is then the YAML library's; whatever is read here
 * the library reads the same.
 */
export function parseFast(text: string): ParsedFrontmatter | undefined {
  const cursor = splitLines(text)
  if (cursor === undefined) return undefined
  const parsed: ParsedFrontmatter = { value: emptyObject(), texts: new Map(), usesFlow: false }
  const value = readMap({ cursor, parsed, depth: 0 }, 0)
  if (value === unread || cursor.next < cursor.lines.length) return undefined
  if (Object.keys(value).length === 0) return undefined
  parsed.value = value
  return parsed
}

function readMap(reader: Reader, indent: number): JsonObject | Unread {
  const { cursor } = reader
  if (++reader.depth > maxDepth) return unread
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
    if (own > indent || !readEntry(reader, map, { line, indent })) return unread
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
  const place: Place = { container: map, key, indent: at.indent }
  const value =
    raw === '' || raw.startsWith('#') ? readBelow(reader, place) : readBeside(reader, place, raw)
  if (value === unread) return false
  map[key] = value
  return true
}

interface Place {
  container: JsonObject
  key: string
  indent: number
}

/** The value stands on the key's line, and may go on below it. */
function readBeside(reader: Reader, place: Place, raw: string): JsonValue | Unread {
  const { cursor, parsed } = reader
  if (raw[0] === '|' || raw[0] === '>') return readBlockScalar(cursor, raw, place.indent)
  const scalar = readInline(raw)
  if (scalar === unread) return unread
  const goesOn = nextIndent(cursor) > place.indent
  if (scalar.kind === 'value') {
    if (goesOn) return unread
    if (typeof scalar.value !== 'string') noteFlow(parsed, scalar.value, scalar.plainItems)
    return scalar.value
  }
  if (!goesOn) return plainValue(parsed, place, scalar.text)
  if (scalar.hasComment) return unread
  const text = readPlainLines(cursor, [scalar.text], place.indent)
  return text === unread ? unread : plainValue(parsed, place, text)
}

/** The value starts on a line below the key: a list, a map, a plain text, or nothing. */
function readBelow(reader: Reader, place: Place): JsonValue | Unread {
  const { cursor, parsed } = reader
  const at = nextTextLine(cursor.lines, cursor.next)
  const line = cursor.lines[at] ?? ''
  const indent = isBlank(line) ? -1 : indentOf(line)
  const isItem = line[indent] === '-' && line[indent + 1] === ' '
  if (isItem && indent >= place.indent) return readList(reader, indent)
  if (indent <= place.indent) return plainValue(parsed, place, '')
  if (line[indent] === '#') return unread
  keyPattern.lastIndex = indent
  if (keyPattern.test(line)) return readMap(reader, indent)
  const text = readPlainLines(cursor, [], place.indent)
  return text === unread ? unread : plainValue(parsed, place, text)
}

function readList(reader: Reader, indent: number): JsonValue[] | Unread {
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
    if (own > indent) return unread
    cursor.next++
    const scalar = readInline(trimSpaces(line.slice(indent + 2)))
    if (scalar === unread || nextIndent(cursor) > indent) return unread
    if (scalar.kind === 'plain') {
      list.push(plainValue(parsed, { container: list, key: String(list.length) }, scalar.text))
    } else if (typeof scalar.value === 'string') list.push(scalar.value)
    else return unread
  }
  return list
}

function plainValue(
  parsed: ParsedFrontmatter,
  place: { container: JsonObject | JsonValue[]; key: string },
  text: string,
): JsonValue {
  const value = resolvePlain(text)
  if (typeof value !== 'string') rememberText(parsed.texts, place, text)
  return value
}

function noteFlow(
  parsed: ParsedFrontmatter,
  value: JsonValue,
  plainItems: string[] | undefined,
): void {
  parsed.usesFlow = true
  if (!Array.isArray(value) || plainItems === undefined) return
  for (const [index, item] of value.entries()) {
    if (typeof item !== 'string') {
      rememberText(
        parsed.texts,
        { container: value, key: String(index) },
        plainItems[index] as string,
      )
    }
  }
}
