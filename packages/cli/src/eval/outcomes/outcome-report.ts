import { plural } from '../../terminal/plural.ts'
import { sanitizeText } from '../../terminal/sanitize-text.ts'
import type { ArmSummary, PairedDifference, SkillReport, TrialUsage } from './outcome-messages.ts'

const nanos = 1_000_000_000

export const armNames = { with: 'with', without: 'without', other: 'other revision' } as const

/** The report as text, a line each. */
export function reportLines({ skill, model, arms, differences, results }: SkillReport): string[] {
  return [
    `${sanitizeText(skill)}  (${sanitizeText(model)})`,
    ...arms.map((arm) => `  ${armNames[arm.arm].padEnd(14)} ${armText(arm)}`),
    ...differences.map((one) => `  ${differenceText(one)}`),
    ...judgeLine(results),
    ...results.flatMap(({ arm, caseId, trial, status, why }) => {
      if (arm !== 'with' || status === 'passed') return []
      return [`    ${status}  case ${sanitizeText(caseId)}, trial ${trial}: ${sanitizeText(why)}`]
    }),
  ]
}

/** The report as Markdown, for a comment in CI. */
export function reportMarkdown(reports: readonly SkillReport[]): string {
  const sections = reports.map(({ skill, model, arms, differences, results }) =>
    [
      `### ${inCell(skill)}`,
      '',
      `Model: ${inCell(model)}`,
      '',
      '| | passed | interval (95 %) | activated | tokens | cost |',
      '|---|---|---|---|---|---|',
      ...arms.map((arm) => `| ${armNames[arm.arm]} | ${armCells(arm).join(' | ')} |`),
      '',
      ...differences.map((one) => `- ${differenceText(one)}`),
      ...judgeLine(results).map((line) => `- ${inCell(line.trim())}`),
    ].join('\n'),
  )
  return `${sections.join('\n\n')}\n`
}

function armText(arm: ArmSummary): string {
  const [passed, interval, activated, tokens, cost] = armCells(arm)
  const { 'needs-approval': waiting, error } = arm.statuses
  const others = [
    ...(waiting > 0 ? [`${waiting} needed approval`] : []),
    ...(error > 0 ? [`${error} without a verdict`] : []),
  ]
  return [
    `${passed} passed`,
    interval,
    `activated ${activated}`,
    `${tokens} tokens`,
    `cost ${cost}`,
    ...others,
  ].join(', ')
}

function armCells({ passes, activated, statuses, usage, judgeUsage }: ArmSummary): string[] {
  const { count, n, low, high, tooFew } = passes
  const all = Object.values(statuses).reduce((sum, one) => sum + one, 0)
  const interval = tooFew ? 'too few to say' : `${share(low)} to ${share(high)}`
  return [
    ...[`${count} of ${n}`, interval, `${activated} of ${all}`],
    ...[tokensOf(usage), costOf(usage, judgeUsage)],
  ]
}

const verdicts = {
  better: 'better',
  worse: 'worse',
  'no-difference-shown': 'no difference shown',
  'too-few': 'too few to say',
} as const

export function differenceText(one: PairedDifference): string {
  const { against, pairs, difference, low, high, verdict } = one
  const pair = plural(pairs, 'pair')
  const name = against === 'other' ? 'than the other revision' : 'than without it'
  if (verdict === 'too-few') return `${name}: too few to say (${pair}; at least 10 are needed)`
  return `${name}: ${verdicts[verdict]}, ${points(difference)} (${points(low)} to ${points(high)}, ${pair})`
}

function judgeLine(results: SkillReport['results']): string[] {
  const judges = new Set(
    results.flatMap(({ checks }) => checks.flatMap((one) => one.judgedBy ?? [])),
  )
  return [...judges].map((judge) => `  judged by a model: ${sanitizeText(judge)}`)
}

function tokensOf({ inputTokens, outputTokens }: TrialUsage): string {
  return inputTokens === null || outputTokens === null
    ? 'unknown'
    : String(inputTokens + outputTokens)
}

function costOf(...usages: readonly TrialUsage[]): string {
  const costs = usages.map(({ costNanos }) => costNanos)
  return costText(
    costs.includes(null) ? null : (costs as number[]).reduce((sum, one) => sum + one, 0),
  )
}

export function costText(costNanos: number | null): string {
  return costNanos === null ? 'unknown' : String(Number((costNanos / nanos).toPrecision(3)))
}

function share(value: number | null): string {
  return value === null ? '–' : `${Math.round(value * 100)} %`
}

function points(value: number | null): string {
  if (value === null) return '–'
  const rounded = Math.round(value * 100)
  return `${rounded > 0 ? '+' : ''}${rounded} points`
}

/** A name of a skill is untrusted: nothing of it is Markdown. */
function inCell(text: string): string {
  return sanitizeText(text).replace(
    /[\\`*_{}[\]()#+!|<>@~&]/g,
    (mark) => `&#${mark.charCodeAt(0)};`,
  )
}
