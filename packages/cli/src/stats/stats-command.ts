import type { RateBody, StatsGroupBody, StatsQuery, UsageNumbers } from '@repertoire/client'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
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

interface StatsOptions extends ConnectionOptions {
  period: NonNullable<StatsQuery['period']>
  by: NonNullable<StatsQuery['by']>
  skill?: string
  agent?: string
  model?: string
  json: boolean
  csv: boolean
  actOn: boolean
}

/** `repertoire stats`. */
export function statsCommand(context: CommandContext): Command {
  const { terminal } = context
  const command = new Command('stats')
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
    .addOption(new Option('--json', 'print the whole answer as JSON').default(false))
    .addOption(new Option('--csv', 'print CSV').default(false).conflicts('json'))
    .addOption(
      new Option('--act-on', 'what the skills need, instead of the numbers')
        .default(false)
        .conflicts(['csv', 'skill', 'by']),
    )
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(async (options: StatsOptions) => {
    const { client, send } = openServer(options, context)
    const { period, by, skill, agent, model } = options
    if (options.actOn) {
      const actOn = await send(client.stats.actOn({ period, agent, model }))
      context.setExitCode(exitCodes.ok)
      if (options.json) return terminal.out(sanitizeJson(actOn))
      for (const line of actOnLines(actOn)) terminal.out(sanitizeText(line))
      return
    }
    const stats = await send(client.stats.get({ period, by, skill, agent, model }))
    context.setExitCode(exitCodes.ok)
    if (options.json) return terminal.out(sanitizeJson(stats))
    if (options.csv) {
      for (const line of [csvHeader, ...stats.groups.map(csvCells)]) {
        terminal.out(sanitizeText(csvLine(line)))
      }
      return
    }
    const whose = stats.scope === 'own' ? 'your conversations' : 'the organisation'
    terminal.note(`${stats.from} to ${stats.to}, ${whose}`)
    terminal.out(`${terminal.paint('bold', 'total')}  ${numbersLine(stats.totals)}`)
    for (const group of stats.groups) {
      terminal.out(`${terminal.paint('bold', nameOf(group))}  ${numbersLine(group.numbers)}`)
    }
    if (stats.truncated) terminal.note('There are more; these have the most model calls.')
  })
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
