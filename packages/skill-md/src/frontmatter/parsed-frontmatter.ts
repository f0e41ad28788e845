import type { JsonObject, JsonValue } from '../base/json.ts'

/** Source texts of scalars that are not strings, so that `version: 1.10` can still be read as `1.10`. */
export type ScalarTexts = Map<JsonObject | JsonValue[], Map<string, string>>

export interface ParsedFrontmatter {
  value: JsonObject
  texts: ScalarTexts
  /** True when a value is in flow style (`[a]`, `{a: b}`). */
  usesFlow: boolean
}

/** Records the source text of a number, boolean or null. */
export function recordText(
  texts: ScalarTexts,
  position: { container: JsonObject | JsonValue[]; key: string },
  text: string,
): void {
  const known = texts.get(position.container)
  if (known === undefined) texts.set(position.container, new Map([[position.key, text]]))
  else known.set(position.key, text)
}

/** A scalar as text, exactly as written; undefined for null, lists and maps. */
export function scalarText(
  texts: ScalarTexts,
  container: JsonObject | JsonValue[],
  key: string,
): string | undefined {
  const value = Object.hasOwn(container, key) ? (container as JsonObject)[key] : undefined
  if (typeof value === 'string') return value
  if (typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return texts.get(container)?.get(key) ?? String(value)
}
