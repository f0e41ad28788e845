import { isJsonObject, type JsonObject, sameJson } from '../base/json.ts'
import { emitEntry } from '../frontmatter/emit-yaml.ts'
import { type Entry, type KeyReader, splitEntries } from '../frontmatter/entries.ts'
import { replaceEntry } from './replace-entry.ts'

/** Replaces the text from `start` to `end`. */
export interface TextEdit {
  start: number
  end: number
  text: string
}

export interface MapEdit {
  text: string
  /** The lines of the map. */
  range: { from: number; to: number }
  current: JsonObject
  target: JsonObject
  readKey: KeyReader
  lineEnding: string
}

/**
 * The smallest set of line edits that turns one map into another: a changed key touches only its own lines, and a changed
 * nested key only the lines of the nested key. Undefined when keys do not have separate lines.
 */
export function editMapLines(edit: MapEdit): TextEdit[] | undefined {
  const split = splitEntries(edit.text, edit.range, edit.readKey)
  const lines = new Map<string, Entry[]>()
  for (const entry of split.entries) lines.set(entry.key, [...(lines.get(entry.key) ?? []), entry])
  if (!Object.keys(edit.current).every((key) => lines.has(key))) return undefined
  const edits: TextEdit[] = []
  for (const [key, entries] of lines) {
    if (!Object.hasOwn(edit.target, key)) {
      for (const entry of entries) edits.push({ start: entry.start, end: entry.end, text: '' })
    } else if (!sameJson(edit.current[key], edit.target[key])) {
      edits.push(...changeEntry(edit, entries.at(-1) as Entry))
    }
  }
  const added = Object.keys(edit.target).filter((key) => !lines.has(key))
  if (added.length > 0) edits.push(addEntries(edit, added, split))
  return edits
}

function changeEntry(edit: MapEdit, entry: Entry): TextEdit[] {
  const current = edit.current[entry.key]
  const target = edit.target[entry.key] ?? null
  const below = edit.text.indexOf('\n', entry.lineEnd) + 1
  if (
    isFilledMap(current) &&
    isFilledMap(target) &&
    entry.valueStart >= entry.lineEnd &&
    below > 0
  ) {
    const range = { from: below, to: entry.end }
    const inner = editMapLines({ ...edit, range, current, target })
    if (inner !== undefined) return inner
  }
  return [{ start: entry.start, end: entry.end, text: replaceEntry(edit.text, entry, target) }]
}

function isFilledMap(value: unknown): value is JsonObject {
  return isJsonObject(value as JsonObject) && Object.keys(value as JsonObject).length > 0
}

function addEntries(
  edit: MapEdit,
  keys: readonly string[],
  split: { entries: Entry[]; indent: number },
): TextEdit {
  const at = split.entries.at(-1)?.end ?? edit.range.to
  const style = { indent: Math.max(split.indent, 0), lineEnding: edit.lineEnding }
  const lines = keys.map((key) => emitEntry(key, edit.target[key] ?? null, style)).join('')
  const needsBreak = at > edit.range.from && edit.text[at - 1] !== '\n'
  return { start: at, end: at, text: (needsBreak ? edit.lineEnding : '') + lines }
}

/** Texts for one position come in the order of the edits: what is added to the last nested map, then what comes after it. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text
  const fromEnd = [...edits].sort((a, b) => a.start - b.start || a.end - b.end).reverse()
  for (const edit of fromEnd) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end)
  }
  return result
}
