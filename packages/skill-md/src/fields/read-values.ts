import type { Finding } from '../base/diagnostic.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../base/json.ts'
import { type ScalarTexts, scalarText } from '../frontmatter/parsed-frontmatter.ts'
import { splitList, splitTools } from '../frontmatter/split-text.ts'

/** A problem of a key; the loader adds its position in the file. */
export interface FieldFinding extends Omit<Finding, 'offset' | 'endOffset'> {
  /** The top-level key. */
  key: string
  /** The path of a nested value, starting with the top-level key. */
  path?: readonly string[]
}

/** A map to read keys from: the frontmatter, or a nested map. Readers never throw; they add findings. */
export interface MapNode {
  map: JsonObject
  texts: ScalarTexts
  findings: FieldFinding[]
  /** The path of the map. */
  path: readonly string[]
}

const expectations = {
  'not-text': { expected: 'text', example: '"one text in quotes"' },
  'not-a-list': { expected: 'a list of texts', example: '[one, two]' },
  'not-a-map': { expected: 'a map of names to values', example: '{name: value}' },
  'not-a-switch': { expected: 'true or false', example: 'true' },
} as const

const booleanTexts = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
])

/** The value of the first present spelling, trimmed; empty without one. */
export function readText(node: MapNode, ...keys: readonly string[]): string {
  return (
    readFirst(node, keys, (value, key) => {
      if (isContainer(value)) return reject(node, key, 'not-text')
      return scalarText(node.texts, node.map, key)?.trim() || undefined
    }).value ?? ''
  )
}

/** A boolean of YAML 1.2 or 1.1, quoted or not; undefined when absent. */
export function readBoolean(node: MapNode, ...keys: readonly string[]): boolean | undefined {
  return readFirst(node, keys, (value, key) => {
    const read = isContainer(value)
      ? undefined
      : booleanTexts.get(String(value).trim().toLowerCase())
    return read ?? reject(node, key, 'not-a-switch')
  }).value
}

/** A list of scalars, or one text split at commas outside braces; undefined when absent. */
export function readList(node: MapNode, ...keys: readonly string[]): string[] | undefined {
  return readParts(node, keys, { text: splitList, item: (text) => [text] })
}

/** A list of scalars, or one text split at spaces or commas; undefined when absent. */
export function readWordList(node: MapNode, ...keys: readonly string[]): string[] | undefined {
  return readParts(node, keys, { text: splitTools, item: (text) => [text] })
}

/** Tools as a list or as text, split at spaces and commas outside parentheses; undefined when absent. */
export function readTools(node: MapNode, ...keys: readonly string[]): string[] | undefined {
  return readParts(node, keys, { text: splitTools, item: splitTools })
}

/** The map of the first key that has one. */
export function readMap(node: MapNode, ...keys: readonly string[]): MapNode | undefined {
  const { key, value } = readFirst(node, keys, (found, name) =>
    isJsonObject(found) ? found : reject(node, name, 'not-a-map'),
  )
  return value && { ...node, map: value, path: [...node.path, key] }
}

/** The maps in the list of a key. */
export function readMaps(node: MapNode, key: string): MapNode[] {
  const value = ownValue(node.map, key)
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    reject(node, key, 'not-a-list')
    return []
  }
  return value.flatMap((item) => {
    if (isJsonObject(item)) return [{ ...node, map: item, path: [...node.path, key] }]
    reject(node, key, 'not-a-map')
    return []
  })
}

function isContainer(value: JsonValue): value is JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null
}

/** Tries the spellings of a key in order; reports the present spellings that lose to an earlier one. */
function readFirst<T>(
  node: MapNode,
  keys: readonly string[],
  read: (value: JsonValue, key: string) => T | undefined,
): { key: string; value: T } | { key: ''; value: undefined } {
  let first: { key: string; value: T } | undefined
  for (const key of keys) {
    const written = ownValue(node.map, key)
    if (written === undefined || written === null) continue
    if (first !== undefined) {
      reportUnused(node, key, first.key)
      continue
    }
    const value = read(written, key)
    if (value !== undefined) first = { key, value }
  }
  return first ?? { key: '', value: undefined }
}

interface Splitting {
  text: (text: string) => string[]
  item: (text: string) => string[]
}

function readParts(node: MapNode, keys: readonly string[], split: Splitting): string[] | undefined {
  return readFirst(node, keys, (value, key) => {
    if (isJsonObject(value)) return reject(node, key, 'not-a-list')
    const parts = Array.isArray(value)
      ? value.flatMap((_, index) => split.item(itemText(node, key, index)))
      : split.text(scalarText(node.texts, node.map, key) ?? '')
    return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
  }).value
}

function itemText(node: MapNode, key: string, index: number): string {
  const list = node.map[key] as JsonValue[]
  if (!isContainer(list[index] as JsonValue)) {
    return scalarText(node.texts, list, String(index)) ?? ''
  }
  reject(node, key, 'not-a-list')
  return ''
}

function reject(node: MapNode, key: string, expected: keyof typeof expectations): undefined {
  const path = [...node.path, key]
  node.findings.push({
    key: path[0] as string,
    path,
    code: `${path.join('.')}.${expected}`,
    severity: 'warning',
    message: `\`${path.join('.')}\` should be ${expectations[expected].expected}; it is kept but ignored.`,
    fix: `For example ${key}: ${expectations[expected].example}`,
  })
}

function reportUnused(node: MapNode, key: string, used: string): void {
  const path = [...node.path, key]
  node.findings.push({
    key: path[0] as string,
    path,
    code: `${path.join('.')}.unused`,
    severity: 'warning',
    message: `\`${key}\` is kept but ignored, because \`${used}\` is present.`,
    fix: `Keep only one of \`${used}\` and \`${key}\`.`,
  })
}
