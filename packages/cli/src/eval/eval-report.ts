import type { SkillEvalBody } from '@repertoire/client'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Minimal shares for a skill to pass. */
export interface Thresholds {
  readonly minRecall: number
  readonly minPrecision: number
}

/** Whether the skill meets the thresholds and its test file has no errors. */
export function passes(
  { precision, recall, diagnostics }: SkillEvalBody,
  { minRecall, minPrecision }: Thresholds,
): boolean {
  const broken = diagnostics.some(({ severity }) => severity === 'error')
  return !broken && (recall ?? 1) >= minRecall && (precision ?? 1) >= minPrecision
}

export function printJson(
  terminal: Terminal,
  reports: readonly SkillEvalBody[],
  thresholds: Thresholds,
): void {
  for (const report of reports) {
    terminal.out(sanitizeJson({ ...report, passed: passes(report, thresholds) }))
  }
}

/** Prints one line per skill with its mistakes, then totals and confusions. */
export function printTable(
  terminal: Terminal,
  reports: readonly SkillEvalBody[],
  thresholds: Thresholds,
): void {
  const width = Math.max(...reports.map(({ slug }) => slug.length), 'search only'.length)
  terminal.out(terminal.paint('dim', `${'skill'.padEnd(width)}  recall  precision  messages`))
  for (const report of reports) {
    const { slug, recall, precision, outcomes } = report
    const passed = passes(report, thresholds)
    const cells = row({ slug, width, recall, precision, messages: outcomes.length })
    terminal.out(passed ? cells : terminal.paint('red', cells))
    for (const { line, column, message } of report.diagnostics) {
      terminal.out(
        `    ${sanitizeText(report.path ?? '')}:${line}:${column} ${sanitizeText(message)}`,
      )
    }
    for (const outcome of outcomes) printMistake(terminal, outcome)
  }
  const all = reports.flatMap(({ outcomes }) => outcomes)
  const { recall, precision } = combinedScores(all)
  const within = reports[0]?.within ?? 0
  terminal.out(row({ slug: 'total', width, recall, precision, messages: all.length }))
  const found = combinedScores(
    all.map((one) => ({ ...one, surfaced: isFoundBySearch(one, within) })),
  )
  terminal.out(row({ slug: 'search only', width, ...found, messages: all.length }))
  printConfusions(terminal, reports)
}

type Outcome = SkillEvalBody['outcomes'][number]

function printMistake(terminal: Terminal, outcome: Outcome): void {
  const { must_surface: wanted, surfaced, message } = outcome
  if (wanted === surfaced) return
  const word = terminal.paint('yellow', wanted ? 'missed' : 'false ')
  terminal.out(`    ${word}  ${sanitizeText(message)}`)
  terminal.out(terminal.paint('dim', `            ${sanitizeText(reasonOf(outcome))}`))
}

/** Its position and the skill in first place, with the reasons. */
function reasonOf({ search_place: hit, ...outcome }: Outcome): string {
  const { place, first, why, because, score, needed, reasons } = outcome
  const where = place === null ? 'not in the catalogue' : `line ${place}`
  const found = hit === null ? 'search does not find it' : `search hit ${hit}`
  const reason = why === null ? reasons.join(', ') : because === null ? why : `${why}: ${because}`
  const short = needed === null ? '' : `, score ${score}, needed ${needed}`
  return `${where} (${reason}${short}; ${found}); first is ${first ?? 'nothing'}`
}

interface Row {
  readonly slug: string
  readonly width: number
  readonly recall: number | null
  readonly precision: number | null
  readonly messages: number
}

function row({ slug, width, recall, precision, messages }: Row): string {
  const cells = [percent(recall).padStart(6), percent(precision).padStart(9), messages]
  return `${sanitizeText(slug).padEnd(width)}  ${cells.join('  ')}`
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.floor(share * 100)} %`
}

/** Whether search alone would surface it. */
function isFoundBySearch({ search_place: place }: Outcome, within: number): boolean {
  return place !== null && place <= within
}

function combinedScores(outcomes: readonly Outcome[]): Pick<Row, 'recall' | 'precision'> {
  const surfaced = outcomes.filter((outcome) => outcome.surfaced)
  const wanted = outcomes.filter((outcome) => outcome.must_surface)
  const right = surfaced.filter((outcome) => outcome.must_surface).length
  return {
    recall: wanted.length === 0 ? null : right / wanted.length,
    precision: surfaced.length === 0 ? null : right / surfaced.length,
  }
}

function printConfusions(terminal: Terminal, reports: readonly SkillEvalBody[]): void {
  const lines = reports.flatMap(({ slug, confusions }) =>
    confusions
      .filter((confusion) => confusion.slug !== slug)
      .map(({ slug: first, messages }) => {
        return `  ${sanitizeText(slug)} → ${sanitizeText(first ?? 'nothing')}  ${messages}`
      }),
  )
  if (lines.length === 0) return
  terminal.out('\nExpected skill → skill in first place, number of messages')
  for (const line of lines) terminal.out(line)
}
