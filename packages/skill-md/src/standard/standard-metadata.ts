import { type ParsedFrontmatter, scalarText } from '../frontmatter/parsed-frontmatter.ts'
import { emptyObject, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../json.ts'
import type { RoutingFields } from '../load/routing-fields.ts'
import { routingText } from '../routing/edit-routing.ts'
import { readRoutingForm } from '../routing/read-routing-form.ts'
import { routingFieldNames, routingKeys, routingNamespace } from '../routing/routing-keys.ts'
import type { SkillFields } from '../skill-document.ts'

export interface StandardInput {
  readonly parsed: ParsedFrontmatter
  readonly fields: SkillFields
  /** Valid in the open format. */
  readonly name: string
  readonly slug: string
}

const slugKey = `${routingNamespace}.slug`

/** Keys with a place of their own in the standard form. */
const placed = new Set([
  ...['name', 'description', 'license', 'compatibility', 'metadata', 'slug'],
  ...['allowed-tools', 'allowed_tools', 'routing', 'conditions'],
])

/**
 * The `metadata` of the standard form: what the file has there, then every other key of the file under its own name. A
 * top-level key wins over the same key in `metadata`, as when the file is read. Scalars become text.
 */
export function standardMetadata(input: StandardInput): JsonObject {
  const { parsed, fields, name, slug } = input
  const metadata = ownMetadata(parsed)
  for (const key of Object.keys(parsed.value)) {
    const value = placed.has(key) ? undefined : metadataValue(parsed, parsed.value, key)
    if (value !== undefined) metadata[key] = value
  }
  if (fields.argumentHint !== '') metadata['argument-hint'] = fields.argumentHint
  const title = fields.name !== name ? fields.name : undefined
  if (title !== undefined && fields.title === undefined) metadata.title = title
  delete metadata[slugKey]
  if (slug !== name) metadata[slugKey] = slug
  return Object.assign(metadata, blockMetadata(parsed.value))
}

function ownMetadata(parsed: ParsedFrontmatter): JsonObject {
  const written = ownValue(parsed.value, 'metadata')
  const metadata = emptyObject()
  if (!isJsonObject(written)) {
    const note = written === undefined ? undefined : metadataValue(parsed, parsed.value, 'metadata')
    if (note !== undefined) metadata.note = note
    return metadata
  }
  for (const key of Object.keys(written)) {
    const value = metadataValue(parsed, written, key)
    if (value !== undefined) metadata[key] = value
  }
  return metadata
}

/** The `routing` and `conditions` blocks as dotted keys; a block with other keys also stays as it is. */
function blockMetadata(frontmatter: JsonObject): JsonObject {
  const { routing, origins } = readRoutingForm(frontmatter)
  const metadata = emptyObject()
  for (const field of routingFieldNames) {
    if (origins[field] !== 'frontmatter') continue
    const text = routingText(field, routing[field] as RoutingFields[typeof field])
    if (text !== null) metadata[`${routingNamespace}.${routingKeys[field][0]}`] = text
  }
  for (const block of ['routing', 'conditions']) {
    const value = ownValue(frontmatter, block)
    if (value !== undefined && value !== null && !isRoutingOnly(value)) {
      const kept = strictValue({ value: frontmatter, texts: new Map(), usesFlow: false }, value)
      if (kept !== undefined) metadata[block] = kept
    }
  }
  return metadata
}

function isRoutingOnly(block: JsonValue): boolean {
  const known = new Set<string>([...Object.values(routingKeys).flat(), 'conditions'])
  return isJsonObject(block) && Object.keys(block).every((key) => known.has(key))
}

/** A value of `metadata`: text where text can carry it, otherwise lists and maps. Undefined for nothing. */
function metadataValue(
  parsed: ParsedFrontmatter,
  map: JsonObject,
  key: string,
): JsonValue | undefined {
  const value = ownValue(map, key) ?? null
  if (value === null) return undefined
  if (typeof value !== 'object') return scalarText(parsed.texts, map, key)
  if (Array.isArray(value)) {
    const filled = value.flatMap((item, at) =>
      strictValue(parsed, item) === undefined ? [] : [{ item, at: String(at) }],
    )
    if (filled.length > 0 && filled.every(({ item }) => isPlainItem(item))) {
      return filled.map(({ at }) => scalarText(parsed.texts, value, at)).join(', ')
    }
  }
  return strictValue(parsed, value)
}

/** An item that a text split at commas gives back. */
function isPlainItem(item: JsonValue): boolean {
  return typeof item !== 'object' && /^[^\s,{}]([^,{}\n]*[^\s,{}])?$/u.test(String(item))
}

/** Without empty lists and maps, which the reference validator does not read. Undefined when nothing is left. */
function strictValue(parsed: ParsedFrontmatter, value: JsonValue): JsonValue | undefined {
  if (value === null) return ''
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => {
      const strict = strictValue(parsed, item)
      return strict === undefined ? [] : [strict]
    })
    return items.length === 0 ? undefined : items
  }
  const map = emptyObject()
  for (const key of Object.keys(value)) {
    const inner = ownValue(value, key) ?? null
    const text = typeof inner === 'number' ? scalarText(parsed.texts, value, key) : undefined
    const isExact = text === undefined || text === String(inner)
    const strict = isExact ? strictValue(parsed, inner) : text
    if (strict !== undefined) map[key] = strict
  }
  return Object.keys(map).length === 0 ? undefined : map
}
