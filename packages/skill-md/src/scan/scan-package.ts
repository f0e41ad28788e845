import { truncate } from '../base/characters.ts'
import { renderAnnotations } from '../marks/render-annotations.ts'
import type { PackageFile } from '../package/package-file.ts'
import { acrossFiles, findAcrossFiles } from './across-files.ts'
import { severityWithoutTarget } from './context/no-target.ts'
import { shownSeverity } from './context/shown-text.ts'
import { embeddedText, mediaFile } from './embedded-text.ts'
import { fileText } from './file-text.ts'
import { fingerprintOf, linesAt } from './fingerprint.ts'
import { argumentForm } from './forms/argument-form.ts'
import { shellForm } from './forms/shell-form.ts'
import { joinedBlocks } from './joined-blocks.ts'
import { credentialStoreExport } from './rules/credential-stores.ts'
import type { FileRule } from './rules/file-rules.ts'
import { twoSteps } from './rules/two-steps.ts'
import { fileRules, scannerRuleset, segmentRules } from './ruleset.ts'
import type { ScanFinding, ScanReport, SkippedPart } from './scan-report.ts'
import type { Match, Segment, SegmentKind, SegmentRule } from './scan-rule.ts'
import { segmentOf, splitSegments } from './split-segments.ts'
import { compareFindings, isVerdictAbove, verdictOf } from './verdict.ts'

export const scanLimits = {
  /** Bytes of a text that is scanned; a larger one is not judged. */
  textBytes: 2 * 1024 * 1024,
  /** Findings of a report. */
  findings: 200,
  /** Findings of one rule in one file. */
  findingsOfRule: 5,
  excerptCharacters: 200,
} as const

export interface ScanOptions {
  /** Whether the time for this package is over; asked between files and rules. */
  readonly isOver?: () => boolean
}

/**
 * Judges every file of a package by every rule. Pure and in linear time; never throws on content. What could not be
 * read within the limits is listed as unscanned.
 */
export function scanPackage(
  files: readonly PackageFile[],
  { isOver = () => false }: ScanOptions = {},
): ScanReport {
  const findings: ScanFinding[] = []
  const unscanned: SkippedPart[] = []
  for (const file of files) {
    if (isOver()) {
      unscanned.push({ path: file.path, reason: 'was not reached in the time for a package' })
      continue
    }
    findings.push(...scanFile(file, isOver, unscanned))
  }
  findings.push(...acrossFilesFindings(files))
  const worst = withoutRepeated(namedOnes(findings))
    .toSorted(compareFindings)
    .slice(0, scanLimits.findings)
  const verdict = verdictOf(worst, unscanned)
  return { ruleset: scannerRuleset, verdict, findings: worst, unscanned }
}

/** Where a limit hides further findings, those that are shown stand for more than their own match. */
function namedOnes(findings: readonly ScanFinding[]): readonly ScanFinding[] {
  const placeOfRule = ({ rule, path }: ScanFinding) => `${rule} ${path}`
  const counts = new Map<string, number>()
  for (const one of findings) counts.set(placeOfRule(one), (counts.get(placeOfRule(one)) ?? 0) + 1)
  const isCut = (one: ScanFinding) =>
    findings.length >= scanLimits.findings ||
    (counts.get(placeOfRule(one)) ?? 0) >= scanLimits.findingsOfRule
  return findings.map((one) => (isCut(one) ? { ...one, match: '' } : one))
}

/** A rule may match twice in what one finding says already: the same lines, as bad. */
function withoutRepeated(findings: readonly ScanFinding[]): readonly ScanFinding[] {
  const shown = new Map<string, ScanFinding>()
  for (const one of findings) {
    const { rule, path, line, severity, match, message } = one
    const key = JSON.stringify([rule, path, line, severity, match, message])
    if (!shown.has(key)) shown.set(key, one)
  }
  return [...shown.values()]
}

function scanFile(
  file: PackageFile,
  isOver: () => boolean,
  unscanned: SkippedPart[],
): ScanFinding[] {
  const findings = fileRules.flatMap((rule) => wholeFileFinding(rule, file))
  const text = fileText(file)
  if (text === null) return [...findings, ...embeddedFindings(file, unscanned)]
  if (file.bytes.length > scanLimits.textBytes) {
    unscanned.push({ path: file.path, reason: 'is a text of more than 2 MB' })
    return findings
  }
  const counts = new Map<string, number>()
  const lines = text.split(/\r\n|\n|\r/)
  const segments = splitSegments(file.path, text)
  for (const segment of segments) {
    const found: ScanFinding[] = []
    for (const rule of rulesOn[segment.kind]) {
      if (isOver()) {
        unscanned.push({ path: file.path, reason: 'took longer than the time for a package' })
        return findings
      }
      found.push(...segmentFindings(rule, { segment, lines }, counts))
    }
    findings.push(...withShellForm(segment, found))
  }
  return [...findings, ...findingsOverBlocks(segments, { lines, findings })]
}

/** What an interpreter that is given a picture would run of it. Other data has lines of all sorts beside each other. */
function embeddedFindings(file: PackageFile, unscanned: SkippedPart[]): ScanFinding[] {
  const text = mediaFile.test(file.path) ? embeddedText(file.bytes) : null
  if (text === null) return []
  if (text.length > scanLimits.textBytes) {
    unscanned.push({ path: file.path, reason: 'has more than 2 MB of text in it' })
    return []
  }
  const part = { segment: segmentOf(file.path, 'code', text, 1), lines: text.split('\n') }
  const counts = new Map<string, number>()
  return commandRules.flatMap((rule) => segmentFindings(rule, part, counts))
}

/** A download of one block that runs in a later one, and a store of passwords that a later one sends. */
function findingsOverBlocks(
  segments: readonly Segment[],
  {
    lines,
    findings,
  }: { readonly lines: readonly string[]; readonly findings: readonly ScanFinding[] },
): readonly ScanFinding[] {
  const joined = joinedBlocks(segments)
  if (joined === null) return []
  const isKnown = ({ rule, line }: ScanFinding) =>
    findings.some((one) => one.rule === rule && one.line === line)
  const found = [twoSteps, credentialStoreExport].flatMap((rule) =>
    segmentFindings(rule, { segment: joined, lines }, new Map()),
  )
  return found.filter((finding) => !isKnown(finding))
}

/**
 * What the same rules find in a script as the shell reads it, where that is worse than as it is written. Where it is not, a
 * finding as written stands for those too, so their matches are a part of its own.
 */
function withShellForm(segment: Segment, written: readonly ScanFinding[]): readonly ScanFinding[] {
  const form = shellForm(segment) ?? argumentForm(segment)
  if (form === null) return written
  const lines = form.text.split('\n')
  const counts = new Map<string, number>()
  const read = shellRules.flatMap((rule) => segmentFindings(rule, { segment: form, lines }, counts))
  const isShown = ({ rule, severity }: ScanFinding) =>
    written.every((one) => one.rule !== rule || isVerdictAbove(severity, one.severity))
  const hidden = read.filter((finding) => !isShown(finding))
  return [...written.map((finding) => standingFor(finding, hidden)), ...read.filter(isShown)]
}

function standingFor(finding: ScanFinding, hidden: readonly ScanFinding[]): ScanFinding {
  const matches = hidden.flatMap(({ rule, match }) => (rule === finding.rule ? [match] : []))
  if (matches.length === 0) return finding
  const isNamed = finding.match !== '' && !matches.includes('')
  return { ...finding, match: isNamed ? fingerprintOf(finding.match, ...matches) : '' }
}

const rulesFor = (kind: SegmentKind) => segmentRules.filter(({ on }) => on.includes(kind))
const rulesOn: Readonly<Record<SegmentKind, readonly SegmentRule[]>> = {
  ...{ prose: rulesFor('prose'), comment: rulesFor('comment') },
  ...{ code: rulesFor('code'), frontmatter: rulesFor('frontmatter') },
}
const commandRules = rulesOn.code.filter(({ id }) => !/^(?:hidden|prompt)\./.test(id))
const shellRules = rulesOn.code.filter(({ id }) => /^(?:run|flow|supply)\./.test(id))

function acrossFilesFindings(files: readonly PackageFile[]): ScanFinding[] {
  const texts = files.flatMap((file) => {
    const text = file.bytes.length > scanLimits.textBytes ? null : fileText(file)
    return text === null ? [] : [{ path: file.path, text }]
  })
  const { id, severity, message, attack, fix } = acrossFiles
  return findAcrossFiles(texts).map(({ path, line, excerpt, sender }) => ({
    ...{ rule: id, severity, path, line, column: 1, excerpt: excerptOf(excerpt), attack, fix },
    match: fingerprintOf(
      ...texts.flatMap((one) => ([path, sender].includes(one.path) ? [one.text] : [])),
    ),
    message: `${message} (${excerptOf(sender)})`,
  }))
}

/** A segment and the lines of its file. */
interface FilePart {
  readonly segment: Segment
  readonly lines: readonly string[]
}

function segmentFindings(
  rule: SegmentRule,
  part: FilePart,
  counts: Map<string, number>,
): ScanFinding[] {
  const found: ScanFinding[] = []
  for (const match of rule.find(part.segment)) {
    const count = counts.get(rule.id) ?? 0
    if (count >= scanLimits.findingsOfRule) break
    counts.set(rule.id, count + 1)
    found.push(toFinding(rule, part, match))
  }
  return found
}

function toFinding(rule: SegmentRule, { segment, lines }: FilePart, match: Match): ScanFinding {
  const { id, message, attack, fix } = rule
  const { line, column, excerpt } = placeOf(segment, match)
  const from = segment.decodedFrom === undefined ? '' : ` (decoded from ${segment.decodedFrom})`
  const found = segment.folded.slice(match.at, match.at + match.length)
  const given = match.severity ?? rule.severity
  const severity = match.isFirm
    ? given
    : shownSeverity({ rule: id, severity: given, segment, lines, line, found })
  return {
    ...{ rule: id, path: segment.path, line, column },
    severity: severityWithoutTarget(id, severity, segment),
    match: fingerprintOf(linesAt(segment.folded, match), originalLines(segment, match)),
    ...{ excerpt, message: `${message}${from}`, attack, fix },
  }
}

/** Line and excerpt in the file. Folding keeps lines, so the offset in either text gives the same line. */
function placeOf(segment: Segment, match: Match) {
  const at = match.shownAt ?? match.at
  if (segment.decodedFrom !== undefined) {
    const begin = segment.folded.lastIndexOf('\n', at) + 1
    const excerpt = excerptOf(segment.folded.slice(begin, begin + 400).split('\n')[0] ?? '')
    return { line: segment.line, column: 1, excerpt }
  }
  const isFolded = segment.folded.length !== segment.text.length
  const text = isFolded ? segment.folded : segment.text
  const before = text.slice(0, at)
  const lines = before.split('\n').length - 1 + leadingLines(text, at)
  const original = segment.text.split('\n')[lines] ?? ''
  const column = isFolded ? 1 : Math.max(1, at - text.lastIndexOf('\n', at - 1))
  return { line: segment.line + lines, column, excerpt: excerptOf(original.trim()) }
}

/** Without what folding makes equal. A decoded text has no lines in the file. */
function originalLines({ text, folded, decodedFrom }: Segment, { at, length }: Match): string {
  if (decodedFrom !== undefined) return ''
  if (text.length === folded.length) return linesAt(text, { at, length })
  const first = folded.slice(0, at).split('\n').length - 1
  const lines = folded.slice(at, at + length).split('\n').length
  return text
    .split('\n')
    .slice(first, first + lines)
    .join('\n')
}

/** A match may begin with the line break before it. */
function leadingLines(text: string, at: number): number {
  return text[at] === '\n' ? 1 : 0
}

function excerptOf(text: string): string {
  return truncate(
    renderAnnotations(text.slice(0, scanLimits.excerptCharacters)),
    scanLimits.excerptCharacters,
  )
}

function wholeFileFinding(rule: FileRule, file: PackageFile): ScanFinding[] {
  const found = rule.find(file)
  if (!found) return []
  const { id, severity, message, attack, fix } = rule
  return [
    {
      ...{ rule: id, severity: found.severity ?? severity, path: file.path, line: 1, column: 1 },
      match: fingerprintOf(file.bytes),
      ...{ excerpt: excerptOf(found.excerpt), message, attack, fix },
    },
  ]
}
