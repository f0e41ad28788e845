import { emptyObject, type JsonObject, type JsonValue, ownValue } from '../base/json.ts'
import { type ScalarTexts, scalarText } from '../frontmatter/parsed-frontmatter.ts'

/**
 * A map that block style can write for every reader: without empty lists and maps, and with a number as text where its
 * notation says more than its value (`1.10`).
 */
export function inBlockYaml(texts: ScalarTexts, map: JsonObject): JsonObject {
  const result = emptyObject()
  for (const key of Object.keys(map)) {
    const value = ownValue(map, key) ?? null
    const text = typeof value === 'number' ? scalarText(texts, map, key) : undefined
    const isExact = text === undefined || text === String(value)
    const kept = isExact ? blockValue(texts, value) : text
    if (kept !== undefined) result[key] = kept
  }
  return result
}

function blockValue(texts: ScalarTexts, value: JsonValue): JsonValue | undefined {
  if (value === null) return ''
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => blockValue(texts, item) ?? [])
    return items.length === 0 ? undefined : items
  }
  const map = inBlockYaml(texts, value)
  return Object.keys(map).length === 0 ? undefined : map
}
