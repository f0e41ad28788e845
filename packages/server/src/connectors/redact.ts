import type { JsonValue } from '@repertoire/core'

const mask = '***'

/** Text without the secrets in it, also where they are percent-encoded. Longer secrets come first. */
export function redact(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) {
    shown = shown.replaceAll(secret, mask).replaceAll(encodeURIComponent(secret), mask)
  }
  return shown
}

/** The same for every string and key of a JSON value. */
export function redactJson<Value extends JsonValue>(
  value: Value,
  secrets: readonly string[],
): Value {
  if (secrets.length === 0) return value
  return redacted(value, secrets) as Value
}

function redacted(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (typeof value === 'string') return redact(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redacted(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key, secrets), redacted(item, secrets)]),
  )
}
