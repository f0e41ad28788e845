import { emptyObject, isJsonObject, type JsonObject, ownValue } from '../base/json.ts'
import { platformOf, type RoutingFields, type RoutingListField } from '../fields/routing-fields.ts'
import { splitTools } from '../frontmatter/split-text.ts'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { readRoutingForm } from '../routing/read-routing-form.ts'
import { routingKeys, routingNamespace } from '../routing/routing-keys.ts'
import { editSkillMd } from './edit-skill-md.ts'

/**
 * Changes one routing field in the text: `repertoire.<field>` in `metadata`, which overrides every other source.
 * Null removes our value; an empty list stays when it must override another source. Every other byte stays. Throws
 * {@link InvalidSkillMd} like `editSkillMd`.
 */
export function editRouting<Field extends keyof RoutingFields>(
  source: string,
  field: Field,
  value: RoutingFields[Field] | null,
): string {
  const loaded = loadSkillMd(source)
  const frontmatter = loaded.ok ? loaded.document.frontmatter : emptyObject()
  if (!readRoutingForm(frontmatter).writable) return source
  const before = ownValue(frontmatter, 'metadata') ?? null
  const metadata = withoutField(isJsonObject(before) ? before : emptyObject(), field)
  const written = routingText(field, value)
  const isNeeded = written !== '' || isSetElsewhere(frontmatter, metadata, field)
  const text = isNeeded ? written : null
  const key = `${routingNamespace}.${routingKeys[field][0]}`
  const changed = text === null ? metadata : withKeyInPlace(before, metadata, { key, text })
  const isEmpty = Object.keys(changed).length === 0
  return editSkillMd(source, { frontmatter: { metadata: isEmpty ? null : changed } })
}

/** Trimmed, without duplicates and empty items, as when read back. */
export function normalizeRoutingList(field: RoutingListField, items: readonly string[]): string[] {
  const parts = field === 'toolNames' ? items.flatMap(splitTools) : items
  const tidy = parts.map((item) => item.trim()).map(field === 'platforms' ? platformOf : String)
  return [...new Set(tidy.filter((item) => item !== ''))]
}

/** The text of a field under `metadata`; null for an absent one, empty for an empty list. */
function routingText(
  field: keyof RoutingFields,
  value: RoutingFields[keyof RoutingFields] | null,
): string | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) return String(value).trim() || null
  const items = normalizeRoutingList(field as RoutingListField, value)
  return items.some((item) => /[,(){}[\]]/.test(item)) ? JSON.stringify(items) : items.join(', ')
}

function isSetElsewhere(
  frontmatter: JsonObject,
  metadata: JsonObject,
  field: keyof RoutingFields,
): boolean {
  const { routing } = readRoutingForm({ ...frontmatter, metadata })
  return routing[field] !== undefined
}

/** Removes our value of the field in every spelling: dotted, or in our map. */
function withoutField(metadata: JsonObject, field: keyof RoutingFields): JsonObject {
  const keys = routingKeys[field]
  const kept = emptyObject()
  for (const [key, value] of Object.entries(metadata)) {
    if (keys.some((spelling) => key === `${routingNamespace}.${spelling}`)) continue
    if (key !== routingNamespace || !isJsonObject(value)) kept[key] = value
    else {
      const rest = withoutKeys(value, keys)
      if (Object.keys(rest).length > 0) kept[key] = rest
    }
  }
  return kept
}

function withoutKeys(map: JsonObject, keys: readonly string[]): JsonObject {
  const kept = emptyObject()
  for (const [key, value] of Object.entries(map)) {
    if (keys.includes(key)) continue
    const isBlock = key === 'routing' || key === 'conditions'
    const rest = isBlock && isJsonObject(value) ? withoutKeys(value, keys) : value
    if (!isJsonObject(rest) || rest === value || Object.keys(rest).length > 0) kept[key] = rest
  }
  return kept
}

/** Keeps the position of the key, or appends it. */
function withKeyInPlace(
  before: JsonObject | unknown,
  metadata: JsonObject,
  { key, text }: { readonly key: string; readonly text: string },
): JsonObject {
  const existing = isJsonObject(before as JsonObject) ? (before as JsonObject) : emptyObject()
  const changed = emptyObject()
  for (const name of Object.keys(existing)) {
    if (name === key) changed[key] = text
    else if (Object.hasOwn(metadata, name)) changed[name] = metadata[name] ?? null
  }
  changed[key] = text
  return changed
}
