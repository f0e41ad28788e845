import type { JsonValue } from '@repertoire/core'
import { encodedForms } from './encoded-forms.ts'

const mask = '***'

/** Masks secrets in a text, also URL-encoded and JSON-encoded ones. Longer secrets come first. */
export function redact(text: string, secrets: readonly string[]): string {
  return maskForms(text, encodedFormsOf(secrets))
}

function encodedFormsOf(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap((secret) => [secret, ...encodedForms(secret)]))]
}

function maskForms(text: string, forms: readonly string[]): string {
  return forms.reduce((shown, form) => shown.replaceAll(form, mask), text)
}

/** Masks secrets in every string and key of a JSON value. */
export function redactJson<Value extends JsonValue>(
  value: Value,
  secrets: readonly string[],
): Value {
  if (secrets.length === 0) return value
  return redactValue(value, encodedFormsOf(secrets)) as Value
}

function redactValue(value: JsonValue, forms: readonly string[]): JsonValue {
  if (typeof value === 'string') return maskForms(value, forms)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, forms))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskForms(key, forms), redactValue(item, forms)]),
  )
}
