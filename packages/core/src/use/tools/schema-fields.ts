import type { JsonObject, JsonValue } from '../../base/json.ts'

/** What a tool's input takes, as a model can read it in a refusal: `the fields of its schema …: skill_slug (string)`. */
export function schemaFields({ properties, required }: JsonObject): string {
  const needed: readonly JsonValue[] = Array.isArray(required) ? required : []
  const fields = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, schema]) => `${name} (${typeOf(schema)}${needed.includes(name) ? '' : ', optional'})`,
  )
  return fields.length === 0
    ? 'no fields at all'
    : `the fields of its schema and nothing else: ${fields.join(', ')}`
}

function typeOf(schema: JsonValue): string {
  if (!isObject(schema)) return 'any'
  const { type, anyOf, items } = schema
  if (type === 'array' && isObject(items ?? null)) return `array of ${typeOf(items ?? null)}`
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return type.join(' or ')
  return Array.isArray(anyOf) ? anyOf.map(typeOf).join(' or ') : 'any'
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
