import type { JsonValue } from '@repertoire/core/base'
import { jsonForms, urlPattern } from './encoded-forms.ts'

const mask = '***'

/** Masks secrets in a text, also JSON-encoded ones, and URL-encoded up to three times. Longer secrets come first. */
export function redact(text: string, secrets: readonly string[]): string {
  return maskForms(text, patternsOf(secrets))
}

function patternsOf(secrets: readonly string[]): readonly RegExp[] {
  const texts = new Set(secrets.flatMap((secret) => [secret, ...jsonForms(secret)]))
  const byLength = [...texts].sort((one, other) => other.length - one.length)
  return byLength.filter((one) => one !== '').map(urlPattern)
}

function maskForms(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((shown, pattern) => shown.replaceAll(pattern, mask), text)
}

/** Masks secrets in every string and key of a JSON value. */
export function redactJson<Value extends JsonValue>(
  value: Value,
  secrets: readonly string[],
): Value {
  if (secrets.length === 0) return value
  return redactValue(value, patternsOf(secrets)) as Value
}

function redactValue(value: JsonValue, patterns: readonly RegExp[]): JsonValue {
  if (typeof value === 'string') return maskForms(value, patterns)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, patterns))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      maskForms(key, patterns),
      redactValue(item, patterns),
    ]),
  )
}
