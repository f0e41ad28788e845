import type { Finding } from '../../base/diagnostic.ts'
import { emptyObject } from '../../base/json.ts'
import { emitEntry } from '../emit-yaml.ts'
import { type Entry, splitEntries } from '../entries.ts'
import { type ParsedFrontmatter, recordText } from '../parsed-frontmatter.ts'
import { rawValueOf } from './raw-value.ts'
import { readKeyWithRepair } from './read-key-with-repair.ts'
import { readSnippet } from './read-snippet.ts'
import { repairBlockIndicator } from './repair-block-indicator.ts'
import { repairFlow } from './repair-flow.ts'
import { lineOf, nextLinesAsText, repairNested } from './repair-nested.ts'
import { repairPlain } from './repair-plain.ts'
import { repairQuoted } from './repair-quoted.ts'
import type { RepairedValue } from './repaired-value.ts'
import { isTextKey } from './text-keys.ts'

const namingKey = /^(?:name|description)$/

export interface RepairedFrontmatter {
  parsed: ParsedFrontmatter
  /** Never empty; all are warnings. */
  findings: Finding[]
}

/**
 * Reads an invalid frontmatter key by key: valid keys as YAML, the others by what they look like. Undefined when no line
 * looks like a key: then it is not frontmatter. Offsets refer to `text`.
 */
export function repairFrontmatter(
  text: string,
  range: { from: number; to: number },
): RepairedFrontmatter | undefined {
  const split = splitEntries(text, range, readKeyWithRepair)
  const isProse =
    split.strayStart !== undefined && !split.entries.some((e) => namingKey.test(e.key))
  if (split.entries.length === 0 || isProse) return undefined
  const result: RepairedFrontmatter = {
    parsed: { value: emptyObject(), texts: new Map(), usesFlow: false },
    findings: [],
  }
  if (split.strayStart !== undefined) {
    result.findings.push(
      warning(
        'frontmatter.stray-text',
        split.strayStart,
        'Text before the first key was left out.',
      ),
    )
  }
  for (const entry of split.entries) {
    reportKeyForm(result, entry, { text, indent: split.indent })
    readEntry(result, entry, text)
  }
  return result
}

function readEntry(result: RepairedFrontmatter, entry: Entry, text: string): void {
  const snippet = dedent(text.slice(entry.start, entry.end), entry.indent)
  const reading = readSnippet(snippet.endsWith('\n') ? snippet : `${snippet}\n`)
  if (reading.ok && Object.hasOwn(reading.parsed.value, entry.key)) {
    for (const duplicate of reading.duplicates) {
      result.findings.push(duplicateFinding(duplicate.message, entry.start + duplicate.offset))
    }
    mergeKeys(result, entry, reading.parsed)
    return
  }
  const errorLine = reading.ok ? 0 : lineOf(snippet, reading.errorOffset) - 1
  const repaired = repairValue(text, entry, errorLine)
  reportDuplicate(result, entry.key, entry.keyStart)
  result.parsed.value[entry.key] = repaired.value
  if (repaired.parsed !== undefined) mergeTexts(result, repaired.parsed)
  result.findings.push({
    code: repaired.code,
    severity: 'warning',
    offset: repaired.offset,
    message: repaired.message,
    fix: emitEntry(entry.key, repaired.value, { indent: 0, lineEnding: '\n' }).trimEnd(),
  })
}

function repairValue(text: string, entry: Entry, errorLine: number): RepairedValue {
  const value = rawValueOf(text, entry)
  switch (value.inlineText[0]) {
    case undefined:
      return isTextKey(entry.key) ? nextLinesAsText(value) : repairNested(value, errorLine)
    case '"':
    case "'":
      return repairQuoted(value)
    case '[':
    case '{':
      return repairFlow(value)
    case '|':
    case '>':
      return repairBlockIndicator(value)
    default:
      return repairPlain(value)
  }
}

/** Merges every key of a valid snippet; a key of several words stays in the snippet of the previous key. */
function mergeKeys(result: RepairedFrontmatter, entry: Entry, from: ParsedFrontmatter): void {
  const { value, texts } = result.parsed
  for (const [key, read] of Object.entries(from.value)) {
    reportDuplicate(result, key, entry.keyStart)
    value[key] = read
    const written = from.texts.get(from.value)?.get(key)
    if (written !== undefined) recordText(texts, { container: value, key }, written)
  }
  mergeTexts(result, from)
}

function mergeTexts(result: RepairedFrontmatter, from: ParsedFrontmatter): void {
  for (const [container, known] of from.texts) {
    if (container !== from.value) result.parsed.texts.set(container, known)
  }
  result.parsed.usesFlow ||= from.usesFlow
}

function reportDuplicate(result: RepairedFrontmatter, key: string, offset: number): void {
  const { value, texts } = result.parsed
  if (!Object.hasOwn(value, key)) return
  result.findings.push(duplicateFinding(key, offset))
  texts.get(value)?.delete(key)
}

/** The last value of a duplicate key wins, as in most parsers. */
export function duplicateFinding(key: string, offset: number): Finding {
  return {
    ...warning(
      'frontmatter.duplicate-key',
      offset,
      `The key \`${key.slice(0, 80)}\` is duplicated; the last value wins.`,
    ),
    fix: 'Keep only the line whose value is right.',
  }
}

function reportKeyForm(
  result: RepairedFrontmatter,
  entry: Entry,
  at: { text: string; indent: number },
): void {
  if (entry.indent !== at.indent) {
    result.findings.push(
      warning(
        'frontmatter.indentation',
        entry.keyStart,
        `The key \`${entry.key}\` is not indented like the first key; it was read as a key.`,
      ),
    )
  }
  const colon = at.text.slice(entry.keyStart, entry.valueStart)
  if (!/:[ \t]*$/.test(colon) || (!/[ \t]$/.test(colon) && entry.valueStart < entry.lineEnd)) {
    result.findings.push(
      warning(
        'frontmatter.colon-form',
        entry.keyStart,
        `The key \`${entry.key}\` is not followed by a colon and a space; it was read as a key.`,
      ),
    )
  }
}

function dedent(snippet: string, indent: number): string {
  if (indent === 0) return snippet
  return snippet.replace(new RegExp(`^ {1,${indent}}`, 'gm'), '')
}

function warning(code: string, offset: number, message: string): Finding {
  return { code, severity: 'warning', offset, message }
}
