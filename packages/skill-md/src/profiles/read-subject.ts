import { type Entry, readYamlKey, splitEntries } from '../frontmatter/entries.ts'
import { parseFast } from '../frontmatter/fast-yaml.ts'
import { checkYamlLimits, limits } from '../frontmatter/limits.ts'
import type { ParsedFrontmatter } from '../frontmatter/parsed-frontmatter.ts'
import { parseWithLibrary, type TextRange, type YamlResult } from '../frontmatter/yaml-library.ts'
import type { ProfileProblem, ProfileReader, ProfileSubject } from './profile.ts'
import { indentQuotedLines } from './quoted-lines.ts'
import {
  describeProblem,
  isRejected,
  mixedIndent,
  unsupportedFlow,
  unsupportedTab,
} from './unsupported-yaml.ts'

export type SubjectResult =
  | { ok: true; subject: ProfileSubject }
  | { ok: false; problem: ProfileProblem }

/** Reads the frontmatter as strictly as the reader of the profile; reports only the first problem. */
export function readSubject(
  text: string,
  reader: ProfileReader,
  folderName: string | undefined,
): SubjectResult {
  const content = reader.findContent(text)
  if ('code' in content) return { ok: false, problem: content }
  if (content.end - content.start > limits.frontmatterLength) {
    return { ok: false, problem: tooLarge() }
  }
  const parsed = readContent(text.slice(content.start, content.end), reader)
  if ('code' in parsed) return { ok: false, problem: shifted(parsed, content.start) }
  let entries: Entry[] | undefined
  const entry = (key: string): Entry | undefined => {
    entries ??= splitEntries(text, { from: content.start, to: content.end }, readYamlKey).entries
    return entries.find((candidate) => candidate.key === key)
  }
  return { ok: true, subject: { text, content, parsed, folderName, entry } }
}

/** Offsets of problems refer to `written`. */
function readContent(written: string, reader: ProfileReader): ParsedFrontmatter | ProfileProblem {
  const parsed = readYaml(written, reader)
  if ('code' in parsed) return parsed
  return unsupportedTab(written, reader) ?? mixedIndent(written, parsed.value, reader) ?? parsed
}

function readYaml(written: string, reader: ProfileReader): ParsedFrontmatter | ProfileProblem {
  const fast = parseFast(written)
  if (fast !== undefined && !(fast.usesFlow && reader.refuses.flow === 'all')) return fast
  const excess = checkYamlLimits(written)
  if (excess !== undefined) {
    return { code: excess.code, message: excess.message, at: { offset: excess.offset } }
  }
  const reading = parseWithLibrary(written)
  const problem = refusal(written, reading, reader)
  if (problem === undefined && reading.kind === 'map') return reading.parsed
  if (reader.acceptsQuotedLinesAtMargin && reading.kind === 'broken') {
    const indented = indentQuotedLines(written)
    const again = parseWithLibrary(indented)
    if (again.kind === 'map' && refusal(indented, again, reader) === undefined) return again.parsed
  }
  return problem ?? notAMapProblem()
}

function refusal(
  written: string,
  reading: YamlResult,
  reader: ProfileReader,
): ProfileProblem | undefined {
  if (reading.kind === 'other') return notAMapProblem()
  const first = reading.problems
    .filter((problem) => isRejected(problem, reader))
    .sort((a, b) => a.offset - b.offset)[0]
  if (first !== undefined) return describeProblem(first)
  return reading.kind === 'map' ? unsupportedFlow(written, reading.flows, reader) : undefined
}

function notAMapProblem(): ProfileProblem {
  return {
    code: 'frontmatter.not-a-map',
    message: 'The frontmatter must be a map of keys to values.',
    at: { offset: 0 },
  }
}

function tooLarge(): ProfileProblem {
  return {
    code: 'frontmatter.too-large',
    message: `The frontmatter has more than ${limits.frontmatterLength} characters.`,
  }
}

function shifted(problem: ProfileProblem, start: TextRange['start']): ProfileProblem {
  if (problem.at === undefined || 'key' in problem.at) return problem
  return { ...problem, at: { offset: start + problem.at.offset } }
}
