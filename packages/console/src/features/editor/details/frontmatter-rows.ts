import { type JsonValue, loadSkillMd } from '@repertoire/skill-md'
import { type KeyMeaning, meaningOf } from './frontmatter-meaning.ts'

/** One key of a skill's frontmatter. */
export interface FrontmatterRow {
  readonly key: string
  readonly value: FrontmatterValue
  readonly meaning: KeyMeaning
}

/** Texts as they are, lists of texts apart, all else as JSON. */
export type FrontmatterValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'json'; readonly text: string }

/** Every top-level key of a SKILL.md in its order, nothing left out; empty when there is no frontmatter. */
export function frontmatterRows(source: string): readonly FrontmatterRow[] {
  const loaded = loadSkillMd(source)
  if (!loaded.ok) return []
  const { frontmatter, fields } = loaded.document
  return Object.entries(frontmatter).map(([key, value]) => ({
    key,
    // A number is no longer as it was written: 1.10 would be 1.1.
    value: shownValue(key === 'version' ? fields.version : value),
    meaning: meaningOf(key),
  }))
}

function shownValue(value: JsonValue): FrontmatterValue {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (value === null || typeof value !== 'object') return { kind: 'text', text: String(value) }
  if (Array.isArray(value) && value.every(isScalar)) {
    return { kind: 'list', items: value.map(String) }
  }
  return { kind: 'json', text: JSON.stringify(value, null, 2) }
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== 'object'
}
