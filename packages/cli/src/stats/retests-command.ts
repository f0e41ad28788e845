import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import { retestLines } from './act-on-lines.ts'

const maxCeiling = 1000
const examples = `
Examples:
  $ repertoire retests                 what they may cost a day, and how the last one went
  $ repertoire retests --max-cost 2.5  allow so much a day, in the currency of the models' prices
  $ repertoire retests --max-cost 0    turn them off

Exit codes: 0 done, 2 the command failed.`

interface RetestsOptions {
  maxCost?: number
}

/** `repertoire retests`. */
export function retestsCommand(context: CommandContext): Command {
  return new ServerCommand('retests', context)
    .description('outcome tests that run again when a model changes: their ceiling, and the last')
    .option('--max-cost <amount>', 'what they may cost a day; 0 turns them off', parseMaxCost)
    .json()
    .addHelpText('after', examples)
    .runOnServer(async ({ client, send, print }, { maxCost }: RetestsOptions) => {
      let settings = await send(client.settings.get())
      if (maxCost !== undefined) {
        const change = { outcome_retest_max_cost: maxCost }
        settings = await send(client.settings.update(change, settings.etag))
      }
      const { outcome_retest_max_cost: ceiling } = settings
      const { retest } = await send(client.stats.actOn())
      const lines = retest ? retestLines(retest).map(sanitizeText) : []
      const limit = ceiling === 0 ? 'off' : `at most ${ceiling} a day`
      print({ outcome_retest_max_cost: ceiling, retest }, [limit, ...lines])
    })
}

/** An empty text is no zero: it would turn them off. */
export function parseMaxCost(text: string): number {
  const amount = text.trim() === '' ? Number.NaN : Number(text)
  if (amount >= 0 && amount <= maxCeiling) return amount
  throw new InvalidArgumentError(`Use an amount from 0 to ${maxCeiling}.`)
}
