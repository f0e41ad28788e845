import { emptyObject, isJsonObject, type JsonObject, ownValue } from '../json.ts'
import { loadSkillMd } from '../load/load-skill-md.ts'
import { platformOf, type RoutingFields, type RoutingListField } from '../load/routing-fields.ts'
import { splitTools } from '../load/split-text.ts'
import { editSkillMd } from '../serialise/edit-skill-md.ts'
import { readRoutingForm } from './read-routing-form.ts'
import { routingKeys, routingNamespace } from './routing-keys.ts'

/**
 * The text with one field changed, in the standard place: `metadata` holds `repertoire.<field>` as text, which
 * goes before whatever says it elsewhere (E1). Null takes ours away; an empty list stays as one where it has to
 * hide another's. Every other byte stays. Throws {@link UnreadableSkillMd} as `editSkillMd` does.
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
  const text = textOf(field, value, isSetElsewhere(frontmatter, metadata, field))
  const key = `${routingNamespace}.${routingKeys[field][0]}`
  const changed = text === null ? metadata : withKeyInPlace(before, metadata, { key, text })
  const isEmpty = Object.keys(changed).length === 0
  return editSkillMd(source, { frontmatter: { metadata: isEmpty ? null : changed } })
}

/** Trimmed, each once, none empty: what reading the written list gives back. */
export function normaliseRoutingList(field: RoutingListField, items: readonly string[]): string[] {
  const parts = field === 'toolNames' ? items.flatMap(splitTools) : items
  const tidy = parts.map((item) => item.trim()).map(field === 'platforms' ? platformOf : String)
  return [...new Set(tidy.filter((item) => item !== ''))]
}

function textOf(
  field: keyof RoutingFields,
  value: RoutingFields[keyof RoutingFields] | null,
  elsewhere: boolean,
): string | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value)) return String(value).trim() || null
  const items = normaliseRoutingList(field as RoutingListField, value)
  if (items.length === 0) return elsewhere ? '' : null
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

/** Ours of that field taken away, however it is spelled: dotted, or in a map of ours. */
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

/** Where the key stood, or behind all others. */
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
