import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts'
import { resolvePlain } from './core-schema.ts'

export interface EmitStyle {
  /** Spaces before the key. */
  indent: number
  lineEnding: string
}

const plainKey = /^[A-Za-z_][A-Za-z0-9_.-]*$/
const plainText =
  /^[^\s\-?:,[\]{}#&*!|>'"%@`=<~\p{Cc}\u2028\u2029\ufeff][^\p{Cc}\u2028\u2029\ufeff]*$/u
/** Words and number forms that YAML 1.1 parsers do not read as text. */
const nonStringPattern =
  /^(?:y|n|yes|no|on|off|true|false|null)$|^[-+.\d][\d_,.:\-TtZzeExXoa-fA-F+ ]*$/i

/** The lines of one key in block style, valid in every YAML version in use for skills. */
export function emitEntry(key: string, value: JsonValue, style: EmitStyle): string {
  const head = `${' '.repeat(style.indent)}${emitKey(key)}:`
  return head + emitValue(value, style)
}

function emitValue(value: JsonValue, style: EmitStyle): string {
  if (Array.isArray(value) && value.length > 0) {
    return style.lineEnding + value.map((item) => emitItem(item, style)).join('')
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    return style.lineEnding + emitMap(value, { ...style, indent: style.indent + 2 })
  }
  return ` ${emitScalar(value, style)}${style.lineEnding}`
}

function emitMap(map: JsonObject, style: EmitStyle): string {
  return Object.entries(map)
    .map(([key, value]) => emitEntry(key, value, style))
    .join('')
}

function emitItem(item: JsonValue, style: EmitStyle): string {
  const inner = { ...style, indent: style.indent + 4 }
  const dash = `${' '.repeat(style.indent + 2)}-`
  if (isJsonObject(item) && Object.keys(item).length > 0) {
    return `${dash} ${emitMap(item, inner).slice(inner.indent)}`
  }
  if (Array.isArray(item) && item.length > 0) {
    const nested = { ...style, indent: style.indent + 2 }
    return dash + style.lineEnding + item.map((child) => emitItem(child, nested)).join('')
  }
  return `${dash} ${emitScalar(item, { ...style, indent: style.indent + 2 })}${style.lineEnding}`
}

function emitScalar(value: JsonValue, style: EmitStyle): string {
  if (Array.isArray(value)) return '[]'
  if (typeof value === 'object' && value !== null) return '{}'
  if (typeof value !== 'string') return String(value)
  if (isScalar(value)) return value
  return canBeBlock(value) ? emitBlock(value, style) : emitQuoted(value)
}

function emitKey(key: string): string {
  const isPlain = plainKey.test(key) && !nonStringPattern.test(key) && !key.includes('---')
  return isPlain ? key : emitQuoted(key)
}

function isScalar(text: string): boolean {
  if (!plainText.test(text) || text.includes(': ') || text.includes(' #')) return false
  if (text.includes('---')) return false
  if (text.endsWith(':') || text.endsWith(' ') || nonStringPattern.test(text)) return false
  return resolvePlain(text) === text
}

/** Whether a literal block preserves the text. */
function canBeBlock(text: string): boolean {
  if (!text.includes('\n') || text.includes('---')) return false
  if (/[^\n\P{Cc}]|[\u2028\u2029\ufeff]/u.test(text)) return false
  if (text.startsWith('\n') || text.startsWith(' ') || text.endsWith('\n\n')) return false
  return !/^ +$/m.test(text)
}

function emitBlock(text: string, style: EmitStyle): string {
  const clipped = text.endsWith('\n')
  const lines = (clipped ? text.slice(0, -1) : text).split('\n')
  const pad = ' '.repeat(style.indent + 2)
  const body = lines.map((line) => (line === '' ? '' : pad + line)).join(style.lineEnding)
  return `${clipped ? '|' : '|-'}${style.lineEnding}${body}`
}

/**
 * A JSON string is a valid YAML double-quoted scalar when characters that YAML forbids are escaped, too. Readers that end
 * the frontmatter at any `---` get no three hyphens in a row.
 */
export function emitQuoted(text: string): string {
  const json = JSON.stringify(text)
  const apart = json.includes('---') ? json.replace(/(?<=-)-/g, '\\u002d') : json
  return apart.replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
