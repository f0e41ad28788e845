import type {
  RateBody,
  StatsBody,
  StatsGroupBody,
  StatsQuery,
  UsageNumbers,
} from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { actOnLines } from './act-on-lines.ts'
import { csvLine } from './csv.ts'
import { csvCells, csvHeader, hasTokens } from './stats-columns.ts'

const examples = `
Examples:
  $ repertoire stats                              the skills of the last seven days
  $ repertoire stats --period 30d --by model      what each model took
  $ repertoire stats --by revision --skill brief  is the new revision better?
  $ repertoire stats --csv > stats.csv
  $ repertoire stats --act-on                     what can be mended, and what a new model made worse

Exit codes: 0 done, 2 the command failed.`

interface StatsOptions {
  period: NonNullable<StatsQuery['period']>
  by: NonNullable<StatsQuery['by']>
  skill?: string
  agent?: string
  model?: string
  csv: boolean
  actOn: boolean
}

/** `repertoire stats`. */
export function statsCommand(context: CommandContext): Command {
  return new ServerCommand('stats', context)
    .description('activations, outcomes, approvals, tokens and cost of skills, agents and models')
    .addOption(
      new Option('--period <period>', 'UTC days up to today')
        .choices(['24h', '7d', '30d', '90d'])
        .default('7d'),
    )
    .addOption(
      new Option('--by <part>', 'what a line is about')
        .choices(['skill', 'revision', 'agent', 'model', 'day'])
        .default('skill'),
    )
    .option('--skill <skill>', 'only this skill, by slug or id')
    .option('--agent <id>', 'only this agent')
    .option('--model <model>', 'only this model')
    .json('print the whole answer as JSON')
    .addOption(new Option('--csv', 'print CSV').default(false).conflicts('json'))
    .addOption(
      new Option('--act-on', 'what the skills need, instead of the numbers')
        .default(false)
        .conflicts(['csv', 'skill', 'by']),
    )
    .addHelpText('after', examples)
    .runOnServer(async ({ client, send, terminal, print }, options: StatsOptions) => {
      const { period, by, skill, agent, model } = options
      if (options.actOn) {
        const actOn = await send(client.stats.actOn({ period, agent, model }))
        return print(actOn, actOnLines(actOn).map(sanitizeText))
      }
      const stats = await send(client.stats.get({ period, by, skill, agent, model }))
      if (options.csv) printCsv(stats, terminal)
      else print(stats, () => printNumbers(stats, terminal))
    })
}

function printCsv({ groups }: StatsBody, terminal: Terminal): void {
  for (const line of [csvHeader, ...groups.map(csvCells)]) terminal.out(sanitizeText(csvLine(line)))
}

function printNumbers(stats: StatsBody, terminal: Terminal): void {
  const whose = stats.scope === 'own' ? 'your conversations' : 'the organisation'
  terminal.note(`${stats.from} to ${stats.to}, ${whose}`)
  terminal.out(`${terminal.paint('bold', 'total')}  ${numbersLine(stats.totals)}`)
  for (const group of stats.groups) {
    terminal.out(`${terminal.paint('bold', nameOf(group))}  ${numbersLine(group.numbers)}`)
  }
  if (stats.truncated) terminal.note('There are more; these have the most model calls.')
}

function nameOf(group: StatsGroupBody): string {
  const { day, name, skill_id: skill, digest, agent_id: agent, model } = group
  const revision = digest ? ` ${digest.replace('sha256:', '').slice(0, 12)}` : ''
  const what = day ?? name ?? skill ?? agent ?? model ?? 'none'
  return sanitizeText(`${what}${revision}`)
}

function numbersLine(numbers: UsageNumbers): string {
  const { activations, model_calls: calls, input_tokens: input, output_tokens: output } = numbers
  return [
    `${activations.total} activated`,
    `success ${rateText(numbers.success)}`,
    `approved ${rateText(numbers.approvals)}`,
    `${calls} model calls`,
    hasTokens(numbers)
      ? `${input} + ${output} tokens${unknown(numbers.calls_without_tokens)}`
      : 'tokens unknown',
    `cost ${numbers.cost ?? 'unknown'}${numbers.cost === null ? '' : unknown(numbers.calls_without_cost)}`,
    `latency ${latencyText(numbers)}`,
  ].join(', ')
}

function unknown(calls: number): string {
  return calls === 0 ? '' : ` (unknown for ${calls})`
}

function latencyText({ latency: { n, p50, p95 } }: UsageNumbers): string {
  if (n === 0) return '–'
  if (p50 === null || p95 === null) return `too few to say (n ${n})`
  const range = ({ ms, low, high }: typeof p50) => `${ms} ms (${low}–${high})`
  return `p50 ${range(p50)}, p95 ${range(p95)}, n ${n}`
}

function rateText({ rate, low, high, n, too_few: isTooFew }: RateBody): string {
  if (rate === null || low === null || high === null) return '–'
  if (isTooFew) return `too few to say (n ${n})`
  const percent = (share: number) => Math.round(share * 100)
  return `${percent(rate)} % (${percent(low)}–${percent(high)}, n ${n})`
}
