import { isJsonObject, type JsonObject } from '../base/json.ts'
import { readYamlKey, splitEntries } from '../frontmatter/entries.ts'
import type { TextRange, YamlProblem } from '../frontmatter/yaml-library.ts'
import type { ProfileProblem, ProfileReader } from './profile.ts'

/** Whether the profile rejects this YAML problem. */
export function isRejected(problem: YamlProblem, reader: ProfileReader): boolean {
  if (problem.kind === 'syntax' || problem.kind === 'key' || problem.kind === 'alias') return true
  if (problem.kind === 'duplicate-key') return reader.refuses.duplicateKeys ?? false
  return reader.refuses.anchors ?? false
}

export function describeProblem(problem: YamlProblem): ProfileProblem {
  const at = { offset: problem.offset }
  switch (problem.kind) {
    case 'duplicate-key':
      return {
        code: 'frontmatter.duplicate-key',
        message: `The key \`${problem.message.slice(0, 80)}\` is duplicated.`,
        fix: 'Keep one of them.',
        at,
      }
    case 'alias':
    case 'anchor':
    case 'tag':
      return {
        code: `frontmatter.${problem.kind}`,
        message: `A YAML ${problem.kind} (${problem.message.slice(0, 80)}) is not allowed.`,
        fix: 'Write the value explicitly, or put it in double quotes if it is text.',
        at,
      }
    default:
      return {
        code: 'frontmatter.syntax',
        message: `The frontmatter is not YAML: ${problem.message.slice(0, 200)}.`,
        fix: 'Put a value with ": " or a reserved first character in double quotes, and indent continuation lines.',
        at,
      }
  }
}

export function unsupportedFlow(
  written: string,
  flows: readonly TextRange[],
  reader: ProfileReader,
): ProfileProblem | undefined {
  const { flow } = reader.refuses
  const bad = flows.find(
    (range) => flow === 'all' || written.slice(range.start, range.end).includes('\n'),
  )
  if (flow === undefined || bad === undefined) return undefined
  return {
    code: 'frontmatter.flow-style',
    message:
      flow === 'all'
        ? 'Lists and maps in [ ] or { } are not allowed.'
        : 'A list or map in [ ] or { } must be on one line.',
    fix: 'Write one item or key per line, or put the value in quotes if it is text.',
    at: { offset: bad.start },
  }
}

export function unsupportedTab(written: string, reader: ProfileReader): ProfileProblem | undefined {
  const { tabs } = reader.refuses
  if (tabs === undefined || !written.includes('\t')) return undefined
  const offset = tabs === 'all' ? written.indexOf('\t') : tabBesideValue(written)
  if (offset === undefined) return undefined
  return {
    code: 'frontmatter.tab',
    message: 'The frontmatter contains a tab where only spaces are allowed.',
    fix: 'Use spaces.',
    at: { offset },
  }
}

/** A tab before or after an unquoted value, where the YAML parser of the reference validator stops. */
function tabBesideValue(written: string): number | undefined {
  for (const entry of splitEntries(written, { from: 0, to: written.length }, readYamlKey).entries) {
    const gap = written.slice(entry.start, entry.valueStart).indexOf('\t')
    if (gap !== -1) return entry.start + gap
    const value = written.slice(entry.valueStart, entry.lineEnd)
    const end = value.trimEnd().length
    const tab = value.indexOf('\t', end)
    if (tab !== -1 && end > 0 && !/^["'|>]/.test(value)) return entry.valueStart + tab
  }
  return undefined
}

/** The reference validator requires all maps directly inside one map to start at the same column. */
export function mixedIndent(
  written: string,
  value: JsonObject,
  reader: ProfileReader,
): ProfileProblem | undefined {
  if (!reader.refuses.mixedIndent) return undefined
  const offset = unevenMap(written, { start: 0, end: written.length }, value)
  if (offset === undefined) return undefined
  return {
    code: 'frontmatter.indentation',
    message: 'The maps below neighbouring keys are indented differently.',
    fix: 'Indent all of them by two spaces.',
    at: { offset },
  }
}

function unevenMap(written: string, range: TextRange, map: JsonObject): number | undefined {
  if (!Object.values(map).some(isJsonObject)) return undefined
  let expected: number | undefined
  const split = splitEntries(written, { from: range.start, to: range.end }, readYamlKey)
  for (const entry of split.entries) {
    const value = map[entry.key]
    if (!isJsonObject(value) || entry.valueStart < entry.lineEnd) continue
    const inner = { start: entry.lineEnd, end: entry.end }
    const below = splitEntries(written, { from: inner.start, to: inner.end }, readYamlKey)
    expected ??= below.indent
    if (below.indent !== expected) return below.entries[0]?.keyStart ?? entry.keyStart
    const deeper = unevenMap(written, inner, value)
    if (deeper !== undefined) return deeper
  }
  return undefined
}
