import type { Finding } from '../base/diagnostic.ts'
import { emptyObject } from '../base/json.ts'
import { type KeyReader, readYamlKey, splitEntries } from './entries.ts'
import { parseFast } from './fast-yaml.ts'
import { type Fence, findFence } from './fence.ts'
import { checkYamlLimits, limits } from './limits.ts'
import type { ParsedFrontmatter } from './parsed-frontmatter.ts'
import { readKeyWithRepair } from './repair/read-key-with-repair.ts'
import { repairFence } from './repair/repair-fence.ts'
import { duplicateFinding, repairFrontmatter } from './repair/repair-frontmatter.ts'
import { repairTextKeys } from './repair/text-keys.ts'
import { parseWithLibrary, type YamlResult } from './yaml-library.ts'

export type FrontmatterResult =
  | { kind: 'none'; findings: Finding[]; repaired: boolean }
  | {
      kind: 'read'
      fence: Fence
      parsed: ParsedFrontmatter
      /** Recognises the lines that start a key. */
      readKey: KeyReader
      findings: Finding[]
      repaired: boolean
    }
  | { kind: 'refused'; findings: Finding[] }

const smallerFrontmatter =
  'Keep only the keys that describe the skill, and move the rest into the body or a file.'

/** Finds and parses the frontmatter of a file, and repairs common mistakes. Offsets refer to `text`. */
export function readFrontmatter(text: string): FrontmatterResult {
  const reading = readAnyFence(text)
  if (reading.kind !== 'read') return reading
  const { contentStart, contentEnd } = reading.fence
  if (contentEnd - contentStart <= limits.usualFrontmatterLength) return reading
  return { ...reading, findings: [...reading.findings, largeFinding(contentStart)] }
}

function largeFinding(offset: number): Finding {
  return {
    code: 'frontmatter.large',
    severity: 'warning',
    offset,
    message: `The frontmatter has more than ${limits.usualFrontmatterLength} characters; it was read.`,
    fix: smallerFrontmatter,
  }
}

function readAnyFence(text: string): FrontmatterResult {
  const found = findFence(text)
  if (found.kind === 'none') return { kind: 'none', findings: [], repaired: false }
  if (found.kind === 'closed') return enforceTextKeys(text, readFenced(text, found.fence))
  const repaired = repairFence(text, { ...found, limit: text.length })
  if (repaired === undefined) return proseResult(found.openStart)
  return withRepair(enforceTextKeys(text, readFenced(text, repaired.fence)), repaired.finding)
}

function readFenced(text: string, fence: Fence): FrontmatterResult {
  const { contentStart, contentEnd } = fence
  if (contentEnd - contentStart > limits.frontmatterLength) {
    const message = `The frontmatter has more than ${limits.frontmatterLength} characters.`
    return refuse('frontmatter.too-large', contentStart, message)
  }
  const content = text.slice(contentStart, contentEnd)
  const tooMany = tooManyLines(content)
  if (tooMany !== undefined) return refuse(tooMany.code, contentStart, tooMany.message)
  const parsed = parseFast(content)
  if (parsed !== undefined) return readResult(fence, parsed, [])
  const excess = checkYamlLimits(content)
  if (excess !== undefined) {
    return refuse(excess.code, contentStart + excess.offset, excess.message)
  }
  return readWithLibrary(text, fence, parseWithLibrary(content))
}

/** The result for a frontmatter that is valid YAML. */
function readResult(
  fence: Fence,
  parsed: ParsedFrontmatter,
  findings: Finding[],
): FrontmatterResult {
  return {
    kind: 'read',
    fence,
    parsed,
    readKey: readYamlKey,
    findings,
    repaired: findings.length > 0,
  }
}

function readWithLibrary(text: string, fence: Fence, reading: YamlResult): FrontmatterResult {
  const range = { from: fence.contentStart, to: fence.contentEnd }
  if (reading.kind === 'map' && reading.problems.every((p) => p.kind === 'duplicate-key')) {
    const findings = reading.problems.map((p) => duplicateFinding(p.message, range.from + p.offset))
    return readResult(fence, reading.parsed, findings)
  }
  if (isEmpty(text.slice(range.from, range.to))) {
    const parsed = { value: emptyObject(), texts: new Map(), usesFlow: false }
    return readResult(fence, parsed, [])
  }
  const earlyFence = repairFence(text, { ...fence, limit: fence.contentEnd })
  if (earlyFence !== undefined)
    return withRepair(readFenced(text, earlyFence.fence), earlyFence.finding)
  const repaired = repairFrontmatter(text, range)
  if (repaired === undefined) return proseResult(fence.openStart)
  const { parsed, findings } = repaired
  if (findings.length === 0) findings.push(syntaxFinding(reading, range.from))
  return { kind: 'read', fence, parsed, readKey: readKeyWithRepair, findings, repaired: true }
}

/** Converts values of keys that must be text. */
function enforceTextKeys(text: string, reading: FrontmatterResult): FrontmatterResult {
  if (reading.kind !== 'read') return reading
  const range = { from: reading.fence.contentStart, to: reading.fence.contentEnd }
  const { readKey } = reading
  const findings = repairTextKeys(
    text,
    reading.parsed,
    () => splitEntries(text, range, readKey).entries,
  )
  if (findings.length === 0) return reading
  return { ...reading, findings: [...reading.findings, ...findings], repaired: true }
}

/** Each key alone is valid YAML but the whole is not: reports the error of the YAML library. */
function syntaxFinding(reading: YamlResult, from: number): Finding {
  const problem = reading.kind === 'other' ? undefined : reading.problems[0]
  return {
    code: 'frontmatter.syntax',
    severity: 'warning',
    offset: from + (problem?.offset ?? 0),
    message: `The frontmatter is not YAML (${problem?.message ?? 'not a map'}); it was read key by key.`,
  }
}

function withRepair(reading: FrontmatterResult, finding: Finding): FrontmatterResult {
  const findings = [finding, ...reading.findings]
  return reading.kind === 'refused'
    ? { ...reading, findings }
    : { ...reading, findings, repaired: true }
}

function proseResult(offset: number): FrontmatterResult {
  const finding: Finding = {
    code: 'frontmatter.prose',
    severity: 'warning',
    offset,
    message: 'The text after the first `---` has no keys; the whole file was read as the body.',
    fix: 'Start the file with ---, a line `name: …`, a line `description: …` and another ---.',
  }
  return { kind: 'none', findings: [finding], repaired: true }
}

function refuse(code: string, offset: number, message: string): FrontmatterResult {
  const finding: Finding = { code, severity: 'error', offset, message, fix: smallerFrontmatter }
  return { kind: 'refused', findings: [finding] }
}

function isEmpty(content: string): boolean {
  return content.split('\n').every((line) => /^\s*(?:#|$)/.test(line))
}

/** Reports too many lines, or too many unindented keys. */
function tooManyLines(content: string): { code: string; message: string } | undefined {
  let lines = 0
  let keys = 0
  for (let at = 0; at < content.length; lines++) {
    const first = content.charCodeAt(at)
    if (first > 35 && first !== 45) keys++
    const newline = content.indexOf('\n', at)
    if (newline === -1) break
    at = newline + 1
  }
  if (lines > limits.frontmatterLines) {
    const message = `The frontmatter has more than ${limits.frontmatterLines} lines.`
    return { code: 'frontmatter.too-many-lines', message }
  }
  if (keys <= limits.keys) return undefined
  const message = `The frontmatter has more than ${limits.keys} keys.`
  return { code: 'frontmatter.too-many-keys', message }
}
