import type { Finding } from '../diagnostic.ts'
import { type ScalarTexts, scalarText } from '../frontmatter/parsed-frontmatter.ts'
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../json.ts'
import { splitList, splitTools } from './split-text.ts'

/** A remark about a key; the loader turns it into a place in the file. */
export interface FieldFinding extends Omit<Finding, 'offset' | 'endOffset'> {
  /** The top-level key it is about. */
  key: string
  /** The keys that lead to the value, the top-level one first, where it is further inside. */
  path?: readonly string[]
}

/** A map whose keys are read: the frontmatter itself, or one inside it. Readers never throw; they add findings. */
export interface Place {
  map: JsonObject
  texts: ScalarTexts
  findings: FieldFinding[]
  /** The keys that lead here. */
  path: readonly string[]
}

const expectations = {
  'not-text': 'text',
  'not-a-list': 'a list of texts',
  'not-a-map': 'a map of names to values',
  'not-a-switch': 'true or false',
} as const

const switches = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['no', false],
  ['off', false],
])

/** The first of the spellings that says something, trimmed; empty when none does. */
export function readText(place: Place, ...keys: readonly string[]): string {
  return (
    readFirst(place, keys, (value, key) => {
      if (isContainer(value)) return reject(place, key, 'not-text')
      return scalarText(place.texts, place.map, key)?.trim() || undefined
    }).value ?? ''
  )
}

/** True or false as YAML 1.2 or 1.1 writes it, quoted or not; undefined when nothing is said. */
export function readSwitch(place: Place, ...keys: readonly string[]): boolean | undefined {
  return readFirst(place, keys, (value, key) => {
    const read = isContainer(value) ? undefined : switches.get(String(value).trim().toLowerCase())
    return read ?? reject(place, key, 'not-a-switch')
  }).value
}

/** A list of scalars, or one text with commas outside braces; undefined when nothing is said. */
export function readList(place: Place, ...keys: readonly string[]): string[] | undefined {
  return readParts(place, keys, { text: splitList, item: (text) => [text] })
}

/** A list of scalars, or one text with spaces or commas; undefined when nothing is said. */
export function readWords(place: Place, ...keys: readonly string[]): string[] | undefined {
  return readParts(place, keys, { text: splitTools, item: (text) => [text] })
}

/** Tools as a list or as text, divided at spaces and commas outside parentheses (D2); undefined when nothing is said. */
export function readTools(place: Place, ...keys: readonly string[]): string[] | undefined {
  return readParts(place, keys, { text: splitTools, item: splitTools })
}

/** The map under the first of the keys that has one, as a place to read from. */
export function readMap(place: Place, ...keys: readonly string[]): Place | undefined {
  const { key, value } = readFirst(place, keys, (found, name) =>
    isJsonObject(found) ? found : reject(place, name, 'not-a-map'),
  )
  return value && { ...place, map: value, path: [...place.path, key] }
}

/** The maps in the list under the key, each as a place to read from. */
export function readMaps(place: Place, key: string): Place[] {
  const value = ownValue(place.map, key)
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    reject(place, key, 'not-a-list')
    return []
  }
  return value.flatMap((item) => {
    if (isJsonObject(item)) return [{ ...place, map: item, path: [...place.path, key] }]
    reject(place, key, 'not-a-map')
    return []
  })
}

function isContainer(value: JsonValue): value is JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null
}

/** Tries the spellings of one key in their order; one that is passed over because an earlier one counts is reported. */
function readFirst<T>(
  place: Place,
  keys: readonly string[],
  read: (value: JsonValue, key: string) => T | undefined,
): { key: string; value: T } | { key: ''; value: undefined } {
  let first: { key: string; value: T } | undefined
  for (const key of keys) {
    const written = ownValue(place.map, key)
    if (written === undefined || written === null) continue
    if (first !== undefined) {
      reportUnused(place, key, first.key)
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

function readParts(place: Place, keys: readonly string[], split: Splitting): string[] | undefined {
  return readFirst(place, keys, (value, key) => {
    if (isJsonObject(value)) return reject(place, key, 'not-a-list')
    const parts = Array.isArray(value)
      ? value.flatMap((_, index) => split.item(itemText(place, key, index)))
      : split.text(scalarText(place.texts, place.map, key) ?? '')
    return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
  }).value
}

function itemText(place: Place, key: string, index: number): string {
  const list = place.map[key] as JsonValue[]
  if (!isContainer(list[index] as JsonValue)) {
    return scalarText(place.texts, list, String(index)) ?? ''
  }
  reject(place, key, 'not-a-list')
  return ''
}

function reject(place: Place, key: string, expected: keyof typeof expectations): undefined {
  const path = [...place.path, key]
  place.findings.push({
    key: path[0] as string,
    path,
    code: `${path.join('.')}.${expected}`,
    severity: 'warning',
    message: `\`${path.join('.')}\` should be ${expectations[expected]}; it is kept but not read.`,
  })
}

function reportUnused(place: Place, key: string, used: string): void {
  const path = [...place.path, key]
  place.findings.push({
    key: path[0] as string,
    path,
    code: `${path.join('.')}.unused`,
    severity: 'warning',
    message: `\`${key}\` is kept but not read, because \`${used}\` says the same thing already.`,
    fix: `Keep only one of \`${used}\` and \`${key}\`.`,
  })
}
