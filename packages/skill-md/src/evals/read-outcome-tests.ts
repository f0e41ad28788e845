import { truncate } from '../base/characters.ts'
import { type Finding, positionFindings } from '../base/diagnostic.ts'
import { filePathFault } from '../package/package-rules.ts'
import { jsonDepthProblem, jsonOffsets } from './json-offsets.ts'
import { isRecord, type OutcomeReader, reportAt } from './outcome-reader.ts'
import {
  type JsonRecord,
  type OutcomeCase,
  type OutcomeTestSet,
  outcomeTestLimits,
} from './outcome-test-set.ts'
import { isText, readChecks } from './read-outcome-checks.ts'

const shape = 'The file is an object with `skill_name` and the list `evals`.'

/**
 * Reads outcome tests in the shape of agentskills.io. Never throws on content; fields that it does not know are no
 * problem, and cases that cannot run are left out and reported with their position.
 */
export function readOutcomeTests(text: string): OutcomeTestSet {
  const parsed = parse(text)
  if ('code' in parsed) return emptySet(text, [parsed])
  const reader: OutcomeReader = { findings: [], offsets: jsonOffsets(parsed.json) }
  const { root } = parsed
  if (!isRecord(root) || !Array.isArray(root.evals)) {
    reportAt(reader, isRecord(root) ? '/evals' : '', ['outcomes.shape', shape])
    return emptySet(text, reader.findings)
  }
  const cases = readCases(reader, root.evals)
  const lines = positionFindings(
    text,
    cases.map(({ path }) => ({ ...noFinding, offset: reader.offsets.get(path) ?? 0 })),
  )
  return {
    skillName: typeof root.skill_name === 'string' ? root.skill_name : null,
    cases: cases.map(({ outcomeCase }, at) => ({ ...outcomeCase, line: lines[at]?.line ?? 1 })),
    diagnostics: positionFindings(text, reader.findings),
  }
}

const noFinding = { code: '', severity: 'info', message: '' } as const

function emptySet(text: string, findings: readonly Finding[]): OutcomeTestSet {
  return { skillName: null, cases: [], diagnostics: positionFindings(text, findings) }
}

/** `json`: the text with a space for its byte order mark, so that offsets stay. */
function parse(text: string): { readonly root: unknown; readonly json: string } | Finding {
  const { maxFileLength, maxDepth } = outcomeTestLimits
  const finding = { severity: 'error', offset: 0 } as const
  if (text.length > maxFileLength) {
    const message = `The file has more than ${maxFileLength} characters.`
    return { ...finding, code: 'outcomes.too-large', message }
  }
  const deep = jsonDepthProblem(text, maxDepth)
  if (deep !== null) {
    const message = `The file is nested more than ${maxDepth} levels deep.`
    return { ...finding, code: 'outcomes.too-deep', offset: deep, message }
  }
  const json = text.replace(/^\uFEFF/, ' ')
  try {
    return { root: JSON.parse(json), json }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    const offset = Number(/position (\d+)/.exec(reason)?.[1] ?? 0)
    const message = `The file is not JSON: ${truncate(reason.split('\n')[0] ?? '', 200)}.`
    return { ...finding, code: 'outcomes.unreadable', offset, message }
  }
}

type LocatedCase = { readonly path: string; readonly outcomeCase: Omit<OutcomeCase, 'line'> }

function readCases(reader: OutcomeReader, items: readonly unknown[]): LocatedCase[] {
  const { maxCases } = outcomeTestLimits
  const ids = new Set<string>()
  const cases: LocatedCase[] = []
  for (const [index, item] of items.slice(0, maxCases).entries()) {
    const path = `/evals/${index}`
    const outcomeCase = readCase(reader, path, item)
    if (!outcomeCase) continue
    if (ids.has(outcomeCase.id)) {
      const message = `Another case has the id ${JSON.stringify(outcomeCase.id)} too.`
      reportAt(reader, `${path}/id`, ['outcomes.repeated-id', message])
      continue
    }
    ids.add(outcomeCase.id)
    cases.push({ path, outcomeCase })
  }
  if (items.length > maxCases) {
    const message = `Of ${items.length} cases only the first ${maxCases} are used.`
    reportAt(reader, `/evals/${maxCases}`, ['outcomes.too-many', message])
  }
  return cases
}

function readCase(
  reader: OutcomeReader,
  path: string,
  item: unknown,
): LocatedCase['outcomeCase'] | null {
  if (!isRecord(item)) {
    reportAt(reader, path, ['outcomes.case', 'A case should be an object with `id` and `prompt`.'])
    return null
  }
  const id = idOf(item)
  if (id === null) {
    const message =
      'The `id` of a case should be a whole number, or text of at most 100 characters.'
    reportAt(reader, `${path}/id`, ['outcomes.id', message])
    return null
  }
  const { prompt, expected_output: expected } = item
  if (!isText(prompt) || prompt.length > outcomeTestLimits.maxPromptLength) {
    const message = `The \`prompt\` should be text of at most ${outcomeTestLimits.maxPromptLength} characters.`
    reportAt(reader, `${path}/prompt`, ['outcomes.prompt', message])
    return null
  }
  if (expected !== undefined && expected !== null && typeof expected !== 'string') {
    reportAt(reader, `${path}/expected_output`, [
      'outcomes.expected-output',
      'The `expected_output` should be text.',
    ])
  }
  const files = readFiles(reader, path, item)
  const before = reader.findings.length
  const checks = readChecks(reader, path, item)
  // A case without one of its checks would pass too easily.
  if (files === null || reader.findings.length > before) return null
  if (checks.length === 0) {
    const message = 'Nothing says what a good answer is: add `assertions`, or an `expected_output`.'
    reportAt(reader, path, ['outcomes.no-expectation', message])
    return null
  }
  return { id, prompt, expectedOutput: isText(expected) ? expected : null, files, checks }
}

function idOf({ id }: JsonRecord): string | null {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id)
  return isText(id) && id.length <= 100 ? id : null
}

/** Null when one of them cannot be used. */
function readFiles(
  reader: OutcomeReader,
  path: string,
  { files = [] }: JsonRecord,
): readonly string[] | null {
  const { maxFiles } = outcomeTestLimits
  if (!Array.isArray(files) || files.length > maxFiles) {
    const message = `\`files\` should be a list of at most ${maxFiles} paths inside the package.`
    reportAt(reader, `${path}/files`, ['outcomes.files', message])
    return null
  }
  for (const [index, file] of files.entries()) {
    const fault = typeof file === 'string' ? filePathFault(file) : 'it is no text'
    if (fault === undefined) continue
    const message = `It is no path inside the package: ${fault}.`
    reportAt(reader, `${path}/files/${index}`, ['outcomes.files', message])
    return null
  }
  return files as string[]
}
