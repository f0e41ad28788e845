import type { JsonValue } from '@repertoire/core'
import { writtenForms } from '../redaction/written-forms.ts'

const mask = '***'

/** Text without the secrets in it, also as they are written into URLs and into JSON. Longer secrets come first. */
export function redact(text: string, secrets: readonly string[]): string {
  return withoutForms(text, formsOf(secrets))
}

function formsOf(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap((secret) => [secret, ...writtenForms(secret)]))]
}

function withoutForms(text: string, forms: readonly string[]): string {
  return forms.reduce((shown, form) => shown.replaceAll(form, mask), text)
}

/** The same for every string and key of a JSON value. */
export function redactJson<Value extends JsonValue>(
  value: Value,
  secrets: readonly string[],
): Value {
  if (secrets.length === 0) return value
  return redacted(value, formsOf(secrets)) as Value
}

function redacted(value: JsonValue, forms: readonly string[]): JsonValue {
  if (typeof value === 'string') return withoutForms(value, forms)
  if (Array.isArray(value)) return value.map((item) => redacted(item, forms))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [withoutForms(key, forms), redacted(item, forms)]),
  )
}
