import type { JsonValue } from '../base/json.ts'

const integer = /^[-+]?[0-9]+$/
const octal = /^0o[0-7]+$/
const hexadecimal = /^0x[0-9a-fA-F]+$/
const float = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/
const exponent = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/
const startsSpecial = /^[-+.0-9~tTfFnN]/

/** Resolves a plain scalar by the core schema of YAML 1.2. Numbers that JSON cannot represent stay text. */
export function resolvePlain(text: string): JsonValue {
  if (text === '') return null
  if (!startsSpecial.test(text)) return text
  switch (text) {
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null
    case 'true':
    case 'True':
    case 'TRUE':
      return true
    case 'false':
    case 'False':
    case 'FALSE':
      return false
  }
  return jsonNumber(plainNumber(text), text)
}

/** The number if JSON can represent it exactly, otherwise its text. */
export function jsonNumber(value: number | undefined, text: string): JsonValue {
  if (value === undefined || !Number.isFinite(value)) return text
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return text
  return Object.is(value, -0) ? 0 : value
}

function plainNumber(text: string): number | undefined {
  if (integer.test(text)) return Number.parseInt(text, 10)
  if (float.test(text) || exponent.test(text)) return Number.parseFloat(text)
  if (octal.test(text)) return Number.parseInt(text.slice(2), 8)
  if (hexadecimal.test(text)) return Number.parseInt(text.slice(2), 16)
  return undefined
}
