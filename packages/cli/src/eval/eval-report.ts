import type { SkillEvalBody } from '@repertoire/client'
import { plainJson, plainText } from '../terminal/plain-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** From which share on a skill passes. */
export interface Thresholds {
  readonly minRecall: number
  readonly minPrecision: number
}

/** Whether the messages find the skill well enough. Nothing of its file may be unusable. */
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
    terminal.out(plainJson({ ...report, passed: passes(report, thresholds) }))
  }
}

/** A line a skill, below it what went wrong; at the end which skills are taken for which. */
export function printTable(
  terminal: Terminal,
  reports: readonly SkillEvalBody[],
  thresholds: Thresholds,
): void {
  const width = Math.max(...reports.map(({ slug }) => slug.length), 'by search alone'.length)
  terminal.out(terminal.paint('dim', `${'skill'.padEnd(width)}  recall  precision  messages`))
  for (const report of reports) {
    const { slug, recall, precision, outcomes } = report
    const passed = passes(report, thresholds)
    const cells = row({ slug, width, recall, precision, messages: outcomes.length })
    terminal.out(passed ? cells : terminal.paint('red', cells))
    for (const { line, column, message } of report.diagnostics) {
      terminal.out(`    ${plainText(report.path ?? '')}:${line}:${column} ${plainText(message)}`)
    }
    for (const outcome of outcomes) printWrong(terminal, outcome)
  }
  const all = reports.flatMap(({ outcomes }) => outcomes)
  const { recall, precision } = together(all)
  const within = reports[0]?.within ?? 0
  terminal.out(row({ slug: 'all of them', width, recall, precision, messages: all.length }))
  const found = together(all.map((one) => ({ ...one, surfaced: isFound(one, within) })))
  terminal.out(row({ slug: 'by search alone', width, ...found, messages: all.length }))
  printConfusions(terminal, reports)
}

type Outcome = SkillEvalBody['outcomes'][number]

function printWrong(terminal: Terminal, outcome: Outcome): void {
  const { must_surface: wanted, surfaced, message } = outcome
  if (wanted === surfaced) return
  const word = terminal.paint('yellow', wanted ? 'missed' : 'false ')
  terminal.out(`    ${word}  ${plainText(message)}`)
  terminal.out(terminal.paint('dim', `            ${plainText(reasonOf(outcome))}`))
}

/** Where it stands and what stands there instead, in the words of the explanation. */
function reasonOf({ search_place: hit, ...outcome }: Outcome): string {
  const { place, first, why, because, score, needed, reasons } = outcome
  const where = place === null ? 'not in the catalogue' : `line ${place}`
  const found = hit === null ? 'search does not find it' : `hit ${hit} of search`
  const said = why === null ? reasons.join(', ') : because === null ? why : `${why}: ${because}`
  const short = needed === null ? '' : `, score ${score} of ${needed} needed`
  return `${where} (${said}${short}; ${found}); first is ${first ?? 'nothing'}`
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
  return `${plainText(slug).padEnd(width)}  ${cells.join('  ')}`
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.floor(share * 100)} %`
}

/** Whether it would surface if there were nothing but search. */
function isFound({ search_place: place }: Outcome, within: number): boolean {
  return place !== null && place <= within
}

function together(outcomes: readonly Outcome[]): Pick<Row, 'recall' | 'precision'> {
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
        return `  ${plainText(slug)} → ${plainText(first ?? 'nothing')}  ${messages}`
      }),
  )
  if (lines.length === 0) return
  terminal.out('\nMeant for → stands first instead, and for how many messages')
  for (const line of lines) terminal.out(line)
}
