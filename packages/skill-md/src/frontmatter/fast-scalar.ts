import { type JsonObject, type JsonValue, withoutPrototypes } from '../base/json.ts'
import { resolvePlain } from './core-schema.ts'
import { trimSpaces } from './fast-lines.ts'

/** Marks text that the fast path does not support; the caller uses the YAML library instead. */
export const unsupported = Symbol('unread')
export type Unsupported = typeof unsupported

export type FastScalar =
  | { kind: 'plain'; text: string; hasComment: boolean }
  | { kind: 'value'; value: JsonValue; plainItems?: string[] }

const plainFirst = /^[^\s\-?:,[\]{}#&*!|>'"%@`]/
const flowItem = /^[^\s\-?:,[\]{}#&*!|>'"%@`][^,[\]{}:#]*$/
const maxFlowDepth = 16
const jsonNumberToken = /[[,:]\s*-?[0-9]/

/** Reads the rest of a line after `key:` or `- `; `raw` has no outer spaces and no tab. */
export function readInline(raw: string): FastScalar | Unsupported {
  switch (raw[0]) {
    case '"':
      return doubleQuoted(raw)
    case "'":
      return singleQuoted(raw)
    case '[':
      return flowList(raw)
    case '{':
      return flowMap(raw)
    default:
      return readPlainScalar(raw)
  }
}

/** One line of a plain scalar in block context, without its comment. */
export function readPlainScalar(raw: string): FastScalar | Unsupported {
  if (!plainFirst.test(raw)) return unsupported
  const comment = raw.indexOf(' #')
  const text = comment === -1 ? raw : trimSpaces(raw.slice(0, comment))
  if (text.includes(': ') || text.endsWith(':')) return unsupported
  return { kind: 'plain', text, hasComment: comment !== -1 }
}

function doubleQuoted(raw: string): FastScalar | Unsupported {
  let end = raw.indexOf('"', 1)
  const backslash = raw.indexOf('\\')
  if (backslash !== -1 && backslash < end) {
    end = 1
    while (end < raw.length && raw[end] !== '"') end += raw[end] === '\\' ? 2 : 1
    if (end >= raw.length) return unsupported
  }
  if (end === -1 || !onlyComment(raw, end + 1)) return unsupported
  const quoted = raw.slice(0, end + 1)
  if (!quoted.includes('\\')) return { kind: 'value', value: quoted.slice(1, -1) }
  const value = parseJson(quoted)
  return typeof value === 'string' ? { kind: 'value', value } : unsupported
}

function singleQuoted(raw: string): FastScalar | Unsupported {
  let end = raw.indexOf("'", 1)
  while (end !== -1 && raw[end + 1] === "'") end = raw.indexOf("'", end + 2)
  if (end === -1 || !onlyComment(raw, end + 1)) return unsupported
  return { kind: 'value', value: raw.slice(1, end).replaceAll("''", "'") }
}

/** `[a, b]` of plain scalars, or a JSON list of strings. */
function flowList(raw: string): FastScalar | Unsupported {
  if (raw.startsWith('["')) return jsonFlow(raw)
  if (!raw.endsWith(']')) return unsupported
  const inside = trimSpaces(raw.slice(1, -1))
  if (inside === '') return { kind: 'value', value: [] }
  const items = inside.split(',').map(trimSpaces)
  if (!items.every((item) => flowItem.test(item))) return unsupported
  return { kind: 'value', value: items.map(resolvePlain), plainItems: items }
}

function flowMap(raw: string): FastScalar | Unsupported {
  return jsonFlow(raw)
}

/**
 * One-line JSON is YAML too. The library handles numbers (their text must be kept), very long keys, and duplicate keys,
 * which JSON.parse would hide.
 */
function jsonFlow(raw: string): FastScalar | Unsupported {
  if (raw.length > 8192 || jsonNumberToken.test(raw)) return unsupported
  if (/true|false|null/.test(raw)) return unsupported
  const value = parseJson(raw)
  if (typeof value !== 'object' || value === null) return unsupported
  if (exceedsDepth(value, maxFlowDepth)) return unsupported
  const keys = countKeys(value)
  if (keys.maxLength > 512 || keys.count !== (raw.match(/"\s*:/g)?.length ?? 0)) return unsupported
  return { kind: 'value', value: withoutPrototypes(value) }
}

function exceedsDepth(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  return Object.values(value).some((child: JsonValue) => exceedsDepth(child, depth - 1))
}

function countKeys(value: JsonValue): { count: number; maxLength: number } {
  if (typeof value !== 'object' || value === null) return { count: 0, maxLength: 0 }
  const keys = Array.isArray(value) ? [] : Object.keys(value)
  const children = Array.isArray(value) ? value : Object.values(value as JsonObject)
  let count = keys.length
  let maxLength = Math.max(0, ...keys.map((key) => key.length))
  for (const child of children) {
    const inner = countKeys(child)
    count += inner.count
    maxLength = Math.max(maxLength, inner.maxLength)
  }
  return { count, maxLength }
}

function onlyComment(raw: string, from: number): boolean {
  if (from === raw.length) return true
  return raw[from] === ' ' && trimSpaces(raw.slice(from)).startsWith('#')
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
