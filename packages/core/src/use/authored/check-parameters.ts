import type { Problem } from '../../base/errors.ts'
import type { JsonObject, JsonValue } from '../../base/json.ts'
import { authoredLimits } from '../../domain/authored-tool.ts'
import { badAuthored } from './authored-problems.ts'

/** The nesting depth of schemas, and their number. */
const maxDepth = 6
const maxSchemas = 200
const maxChoices = 100
const maxPatternLength = 200

/** The maximum input in UTF-16 units of JSON, for a schema with a pattern. */
export const maxInputLengthWithPattern = 4_000

const hint =
  'Use type "object" with properties; of each: type, description, enum, const, default, items, properties, required, additionalProperties, anyOf, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern.'

const maxStringLength = 1_000

const isBoundedString = (value: JsonValue) =>
  typeof value === 'string' && value.length <= maxStringLength
const isNumber = (value: JsonValue) => typeof value === 'number'
const isCount = (value: JsonValue) => Number.isSafeInteger(value) && (value as number) >= 0
const isScalar = (value: JsonValue) => typeof value !== 'object' || value === null

/**
 * Keywords whose value is checked by itself. A schema that a provider refuses would block every request of
 * the agent.
 */
const leafKeywords: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ...(['title', 'description'] as const).map((name) => [name, isBoundedString] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const).map(
    (name) => [name, isNumber] as const,
  ),
  ...(['minLength', 'maxLength', 'minItems', 'maxItems'] as const).map(
    (name) => [name, isCount] as const,
  ),
  ...(['default', 'const'] as const).map((name) => [name, isScalar] as const),
  ['multipleOf', (value: JsonValue) => typeof value === 'number' && value > 0] as const,
  [
    'examples',
    (value: JsonValue) =>
      Array.isArray(value) && value.length <= maxChoices && value.every(isScalar),
  ] as const,
])

/** Keywords of the root schema, which describes an object. */
const rootKeywords: ReadonlySet<string> = new Set([
  ...['type', 'title', 'description', 'properties', 'required', 'additionalProperties'],
])

const types: ReadonlySet<unknown> = new Set([
  ...['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'],
])

/** Names of properties that have a meaning in JavaScript. */
const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Why a JSON schema is not accepted for the input of an authored tool (`authored.invalid`); undefined when
 * it is. It must be an object with properties, in a subset that is checked in bounded time: no references,
 * no deep nesting or long lists, no pattern that backtracks. Pure.
 */
export function parametersProblem(parameters: JsonObject): Problem | undefined {
  const size = JSON.stringify(parameters).length
  if (size > authoredLimits.parameters) {
    return invalidSchema('', `has ${size} characters; the maximum is ${authoredLimits.parameters}`)
  }
  if (parameters.type !== 'object') return invalidSchema('', 'must have "type": "object"')
  const unsupported = Object.keys(parameters).find((keyword) => !rootKeywords.has(keyword))
  if (unsupported !== undefined)
    return invalidSchema(unsupported, 'is a keyword that is not supported')
  const seen = { schemas: 0 }
  return schemaProblem(parameters, { at: '', depth: 1, seen })
}

/** Whether an accepted schema contains a pattern. */
export function hasPattern(schema: JsonValue): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (!Array.isArray(schema) && typeof schema.pattern === 'string') return true
  return Object.values(schema).some(hasPattern)
}

interface SchemaLocation {
  readonly at: string
  readonly depth: number
  readonly seen: { schemas: number }
}

function schemaProblem(schema: JsonValue, location: SchemaLocation): Problem | undefined {
  const { at, depth, seen } = location
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    return invalidSchema(at, 'must be an object')
  }
  seen.schemas += 1
  if (depth > maxDepth)
    return invalidSchema(at, `is nested too deep; the maximum is ${maxDepth} levels`)
  if (seen.schemas > maxSchemas) {
    return invalidSchema(at, `has too many parts; the maximum is ${maxSchemas}`)
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = keywordProblem(keyword, value, location)
    if (problem) return problem
  }
  return undefined
}

function keywordProblem(
  keyword: string,
  value: JsonValue,
  location: SchemaLocation,
): Problem | undefined {
  const at = location.at === '' ? keyword : `${location.at}.${keyword}`
  const fits = leafKeywords.get(keyword)
  if (fits) return fits(value) ? undefined : invalidSchema(at, 'has an invalid value')
  const child = { ...location, at, depth: location.depth + 1 }
  switch (keyword) {
    case 'type':
      return typeProblem(at, value)
    case 'properties':
      return propertiesProblem(value, child)
    case 'items':
      return schemaProblem(value, child)
    case 'additionalProperties':
      return typeof value === 'boolean' ? undefined : schemaProblem(value, child)
    case 'required':
      return isNameList(value) ? undefined : invalidSchema(at, 'must be a list of names, each once')
    case 'enum':
      return enumProblem(at, value)
    case 'anyOf':
      return anyOfProblem(value, child)
    case 'pattern':
      return patternProblem(at, value)
    default:
      return invalidSchema(at, 'is a keyword that is not supported')
  }
}

function typeProblem(at: string, value: JsonValue): Problem | undefined {
  const named = Array.isArray(value) ? value : [value]
  const valid = named.length > 0 && isUnique(named) && named.every((one) => types.has(one))
  if (valid) return undefined
  return invalidSchema(at, 'is not a JSON type')
}

function propertiesProblem(value: JsonValue, location: SchemaLocation): Problem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalidSchema(location.at, 'must be an object')
  }
  for (const [name, schema] of Object.entries(value)) {
    const at = `${location.at}.${name.slice(0, 40)}`
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) || forbiddenNames.has(name)) {
      return invalidSchema(at, 'is not a valid property name: use letters, digits, _ and -')
    }
    const problem = schemaProblem(schema, { ...location, at })
    if (problem) return problem
  }
  return undefined
}

function enumProblem(at: string, value: JsonValue): Problem | undefined {
  const valid =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxChoices &&
    isUnique(value) &&
    value.every(isScalar)
  return valid
    ? undefined
    : invalidSchema(at, `must be 1 to ${maxChoices} texts, numbers or booleans`)
}

function anyOfProblem(value: JsonValue, location: SchemaLocation): Problem | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 10) {
    return invalidSchema(location.at, 'must be a list of 1 to 10 schemas')
  }
  for (const one of value) {
    const problem = schemaProblem(one, location)
    if (problem) return problem
  }
  return undefined
}

/**
 * Accepts only patterns without catastrophic backtracking: no repeated group, no lookaround or
 * backreference, and at most two unbounded quantifiers; together with {@link maxInputLengthWithPattern}
 * matching stays fast.
 */
function patternProblem(at: string, value: JsonValue): Problem | undefined {
  if (typeof value !== 'string' || value.length > maxPatternLength) {
    return invalidSchema(at, `must be an expression of at most ${maxPatternLength} characters`)
  }
  const bare = value
    .replace(/\\\\/g, '')
    .replace(/\\[^1-9k]/g, '')
    .replace(/\[[^\]]*\]/g, 'c')
  const repeatsGroup = /\)\s*[*+{]/.test(bare)
  const hasLookaround = /\(\?(?!:)/.test(bare) || /\\[1-9k]/.test(bare)
  const unbounded = bare.match(/[*+]|\{\d*,\}|\{\d*,?\d{4,}\}/g)?.length ?? 0
  if (!repeatsGroup && !hasLookaround && unbounded <= 2) return undefined
  return invalidSchema(
    at,
    'could take exponential time: repeat no group, use no lookaround, and use * and + at most twice',
  )
}

function isNameList(value: JsonValue): boolean {
  return (
    Array.isArray(value) &&
    value.length <= maxSchemas &&
    isUnique(value) &&
    value.every((one) => typeof one === 'string')
  )
}

function isUnique(values: readonly JsonValue[]): boolean {
  return new Set(values).size === values.length
}

function invalidSchema(at: string, why: string): Problem {
  const where = at === '' ? 'The schema' : `"${at.slice(0, 200)}" of the schema`
  return badAuthored('parameters', `${where} ${why}. Nothing was written.`, hint)
}
