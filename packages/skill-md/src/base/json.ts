/** Plain JSON. Objects of this package have no prototype, so `__proto__` is an ordinary key. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export type JsonObject = { [key: string]: JsonValue }

/** A new object without prototype. */
export function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of an own key, never an inherited one. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** A deep copy whose objects have no prototype. */
export function withoutPrototypes(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (!isJsonObject(value)) return value
  const copy = emptyObject()
  for (const key of Object.keys(value)) copy[key] = withoutPrototypes(value[key] as JsonValue)
  return copy
}

/** Deep equality; ignores key order. */
export function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]))
  }
  if (Array.isArray(left) || Array.isArray(right)) return false
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
}
