import { closest, distance } from 'fastest-levenshtein'
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../base/json.ts'
import type { FieldFinding } from '../fields/read-values.ts'
import { routingKeys, routingNamespace } from './routing-keys.ts'

const known: ReadonlySet<string> = new Set([...Object.values(routingKeys).flat(), 'conditions'])
/** Edits from a known key within which an unknown one counts as misspelt. */
const maxEdits = 2

/**
 * Keys where routing fields stand that are not routing fields: they have no effect. A key close to a known one
 * names it. Only places that are ours are looked at: `routing`, `conditions` and `metadata.repertoire`.
 */
export function unknownKeys(frontmatter: JsonObject): FieldFinding[] {
  const metadata = mapOf(ownValue(frontmatter, 'metadata'))
  const routing = mapOf(ownValue(frontmatter, 'routing'))
  const dotted = Object.keys(metadata).filter((key) => key.startsWith(`${routingNamespace}.`))
  const places: (readonly [path: readonly string[], key: string])[] = [
    ...keysIn(routing, ['routing']),
    ...keysIn(mapOf(ownValue(routing, 'conditions')), ['routing', 'conditions']),
    ...keysIn(mapOf(ownValue(frontmatter, 'conditions')), ['conditions']),
    ...keysIn(mapOf(ownValue(metadata, routingNamespace)), ['metadata', routingNamespace]),
    ...dotted.map((key) => [['metadata', key], key.slice(routingNamespace.length + 1)] as const),
  ]
  return places.filter(([, key]) => !known.has(key)).map(([path, key]) => finding(path, key))
}

function keysIn(map: JsonObject, path: readonly string[]) {
  return Object.keys(map).map((key) => [[...path, key], key] as const)
}

function finding(path: readonly string[], key: string): FieldFinding {
  const meant = closestKey(key)
  const shown = JSON.stringify(key.slice(0, 80))
  return {
    ...{ key: path[0] ?? key, path, code: 'routing.unknown-key', severity: 'warning' },
    message: meant
      ? `${shown} is not a routing field, so it has no effect. Did you mean ${JSON.stringify(meant)}?`
      : `${shown} is not a routing field, so it has no effect.`,
  }
}

function closestKey(key: string): string | undefined {
  const best = closest(key.slice(0, 40), [...known])
  return distance(key.slice(0, 40), best) <= maxEdits ? best : undefined
}

function mapOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {}
}
