import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts'
import type { FieldFinding } from '../fields/read-values.ts'
import type { FileContent } from './file-content.ts'

/** Only double-quoted escapes can produce these characters. */
const unstorable = /[\0\p{Surrogate}]/gu

/**
 * Replaces NUL and lone surrogates by U+FFFD. Escapes such as `"\0"` can produce them, and no store or protocol carries
 * them.
 */
export function cleanStrings(content: FileContent): FieldFinding[] {
  const findings: FieldFinding[] = []
  const frontmatter = content.parsed.value
  for (const key of Object.keys(frontmatter)) {
    const value = frontmatter[key] as JsonValue
    if (!isUnstorable(key) && !containsUnstorable(value)) continue
    delete frontmatter[key]
    frontmatter[sanitise(key)] = sanitiseValue(value)
    findings.push({
      key,
      code: 'frontmatter.unstorable-character',
      severity: 'warning',
      message: `\`${sanitise(key)}\` contains an escaped NUL or lone surrogate; it was replaced.`,
      fix: 'Remove the escape.',
    })
  }
  return findings
}

function isUnstorable(text: string): boolean {
  return text.search(unstorable) !== -1
}

function sanitise(text: string): string {
  return text.replace(unstorable, '\ufffd')
}

function containsUnstorable(value: JsonValue): boolean {
  if (typeof value === 'string') return isUnstorable(value)
  if (Array.isArray(value)) return value.some(containsUnstorable)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(
    ([key, child]) => isUnstorable(key) || containsUnstorable(child),
  )
}

function sanitiseValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return sanitise(value)
  if (Array.isArray(value)) return value.map(sanitiseValue)
  if (!isJsonObject(value)) return value
  const sanitised: JsonObject = Object.create(null) as JsonObject
  for (const [key, child] of Object.entries(value)) sanitised[sanitise(key)] = sanitiseValue(child)
  return sanitised
}
