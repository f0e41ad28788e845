import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import type { FileContent } from './file-content.ts'
import type { FieldFinding } from './read-values.ts'

/** Only a double-quoted escape can make these; most frontmatter has none. */
const unstorable = /[\0\p{Surrogate}]/gu

/**
 * Replaces NUL and half surrogates, which escapes such as `"\0"` can make and no store or wire carries, by U+FFFD.
 */
export function mendStrings(content: FileContent): FieldFinding[] {
  const findings: FieldFinding[] = []
  const frontmatter = content.parsed.value
  for (const key of Object.keys(frontmatter)) {
    const value = frontmatter[key] as JsonValue
    if (!isUnstorable(key) && !holdsUnstorable(value)) continue
    delete frontmatter[key]
    frontmatter[mend(key)] = mendValue(value)
    findings.push({
      key,
      code: 'frontmatter.unstorable-character',
      severity: 'warning',
      message: `\`${mend(key)}\` contains an escaped NUL or half of a surrogate pair; it was replaced.`,
      fix: 'Remove the escape.',
    })
  }
  return findings
}

function isUnstorable(text: string): boolean {
  return text.search(unstorable) !== -1
}

function mend(text: string): string {
  return text.replace(unstorable, '\ufffd')
}

function holdsUnstorable(value: JsonValue): boolean {
  if (typeof value === 'string') return isUnstorable(value)
  if (Array.isArray(value)) return value.some(holdsUnstorable)
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(([key, child]) => isUnstorable(key) || holdsUnstorable(child))
}

function mendValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return mend(value)
  if (Array.isArray(value)) return value.map(mendValue)
  if (!isJsonObject(value)) return value
  const mended: JsonObject = Object.create(null) as JsonObject
  for (const [key, child] of Object.entries(value)) mended[mend(key)] = mendValue(child)
  return mended
}
