import { type Entry, readYamlKey, splitEntries } from '../frontmatter/entries.ts'
import { parseFast } from '../frontmatter/fast-yaml.ts'
import { limits, tooDeepAt } from '../frontmatter/limits.ts'
import type { ParsedFrontmatter } from '../frontmatter/parsed-frontmatter.ts'
import { parseWithLibrary, type TextRange, type YamlProblem } from '../frontmatter/yaml-library.ts'
import { isJsonObject, type JsonObject } from '../json.ts'
import type { ProfileProblem, ProfileReader, ProfileSubject } from './profile.ts'

export type SubjectReading =
  | { ok: true; subject: ProfileSubject }
  | { ok: false; problem: ProfileProblem }

/** Reads the frontmatter as strictly as the profile's own reader: its first complaint is the only one. */
export function readSubject(
  text: string,
  reader: ProfileReader,
  folderName: string | undefined,
): SubjectReading {
  const content = reader.findContent(text)
  if ('code' in content) return { ok: false, problem: content }
  const problem = limitProblem(text, content)
  if (problem !== undefined) return { ok: false, problem }
  const parsed = readContent(text, content, reader)
  if ('code' in parsed) return { ok: false, problem: parsed }
  let entries: Entry[] | undefined
  const entry = (key: string): Entry | undefined => {
    entries ??= splitEntries(text, { from: content.start, to: content.end }, readYamlKey).entries
    return entries.find((candidate) => candidate.key === key)
  }
  return { ok: true, subject: { text, content, parsed, folderName, entry } }
}

function limitProblem(text: string, content: TextRange): ProfileProblem | undefined {
  if (content.end - content.start <= limits.frontmatterLength) return undefined
  return {
    code: 'frontmatter.too-large',
    message: `The frontmatter has more than ${limits.frontmatterLength} characters.`,
    at: { offset: text.startsWith('---') ? 0 : content.start },
  }
}

function readContent(
  text: string,
  content: TextRange,
  reader: ProfileReader,
): ParsedFrontmatter | ProfileProblem {
  const written = text.slice(content.start, content.end)
  const fast = parseFast(written)
  if (fast !== undefined && !(fast.usesFlow && reader.refuses.flow === 'all')) {
    return unevenProblem(written, content, { parsed: fast, reader }) ?? fast
  }
  const deep = tooDeepAt(written)
  if (deep !== undefined) {
    return at(content.start + deep, {
      code: 'frontmatter.too-deep',
      message: `The frontmatter is nested more than ${limits.depth} levels deep.`,
    })
  }
  const reading = parseWithLibrary(written)
  if (reading.kind === 'other') {
    return at(content.start, {
      code: 'frontmatter.not-a-map',
      message: 'The frontmatter must be a map of keys to values.',
    })
  }
  const first = reading.problems
    .filter((problem) => isRefused(problem, reader))
    .sort((a, b) => a.offset - b.offset)[0]
  if (first !== undefined) return at(content.start + first.offset, describeProblem(first))
  if (reading.kind === 'broken') throw new Error('A broken frontmatter has a syntax problem')
  const flow = refusedFlow(written, reading.flows, reader)
  if (flow !== undefined) return at(content.start + flow.start, flow)
  return unevenProblem(written, content, { parsed: reading.parsed, reader }) ?? reading.parsed
}

function isRefused(problem: YamlProblem, reader: ProfileReader): boolean {
  if (problem.kind === 'syntax' || problem.kind === 'key' || problem.kind === 'alias') return true
  if (problem.kind === 'duplicate-key') return reader.refuses.duplicateKeys ?? false
  return reader.refuses.anchors ?? false
}

function describeProblem(problem: YamlProblem): ProfileProblem {
  switch (problem.kind) {
    case 'duplicate-key':
      return {
        code: 'frontmatter.duplicate-key',
        message: `The key \`${problem.message.slice(0, 80)}\` is there more than once.`,
        fix: 'Keep one of them.',
      }
    case 'alias':
    case 'anchor':
    case 'tag':
      return {
        code: `frontmatter.${problem.kind}`,
        message: `A YAML ${problem.kind} (${problem.message.slice(0, 80)}) is not allowed.`,
        fix: 'Write the value out, or put it in double quotes if it is text.',
      }
    default:
      return {
        code: 'frontmatter.syntax',
        message: `The frontmatter is not YAML: ${problem.message}.`,
        fix: 'Put a value with ": " or a reserved first character in double quotes, and indent further lines.',
      }
  }
}

function refusedFlow(
  written: string,
  flows: readonly TextRange[],
  reader: ProfileReader,
): (ProfileProblem & TextRange) | undefined {
  const { flow } = reader.refuses
  if (flow === undefined) return undefined
  const bad = flows.find(
    (range) => flow === 'all' || written.slice(range.start, range.end).includes('\n'),
  )
  if (bad === undefined) return undefined
  return {
    ...bad,
    code: 'frontmatter.flow-style',
    message:
      flow === 'all'
        ? 'Lists and maps in [ ] or { } are not allowed.'
        : 'A list or map in [ ] or { } must stand on one line.',
    fix: 'Write one item or key a line below the key, or put the value in quotes if it is text.',
  }
}

/** The reference validator wants all maps directly below one map to start at the same column. */
function unevenProblem(
  written: string,
  content: TextRange,
  read: { parsed: ParsedFrontmatter; reader: ProfileReader },
): ProfileProblem | undefined {
  if (read.reader.refuses.tabs && written.includes('\t')) {
    return at(content.start + written.indexOf('\t'), {
      code: 'frontmatter.tab',
      message: 'The frontmatter contains a tab.',
      fix: 'Use spaces.',
    })
  }
  if (!read.reader.refuses.unevenIndentation) return undefined
  const offset = unevenMap(written, { start: 0, end: written.length }, read.parsed.value)
  if (offset === undefined) return undefined
  return at(content.start + offset, {
    code: 'frontmatter.indentation',
    message: 'The maps below neighbouring keys are indented differently.',
    fix: 'Indent all of them by two spaces.',
  })
}

function unevenMap(written: string, range: TextRange, map: JsonObject): number | undefined {
  const mapKeys = Object.keys(map).filter((key) => isJsonObject(map[key]))
  if (mapKeys.length === 0) return undefined
  let expected: number | undefined
  for (const entry of splitEntries(written, { from: range.start, to: range.end }, readYamlKey)
    .entries) {
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

function at(offset: number, problem: ProfileProblem): ProfileProblem {
  return {
    code: problem.code,
    message: problem.message,
    ...(problem.fix ? { fix: problem.fix } : {}),
    at: { offset },
  }
}
