import type { TraceList } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { from1To100 } from '../command/number-options.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const orders = ['started', 'duration', 'tokens', 'cost', 'steps'] as const

interface TracesOptions {
  sort: (typeof orders)[number]
  limit: number
}

/** `repertoire traces`. */
export function tracesCommand(context: CommandContext): Command {
  return new ServerCommand('traces', context)
    .description('list turns with what they took: the newest first, or those that took most')
    .addOption(
      new Option('--sort <column>', 'what comes first, the largest or newest')
        .choices(orders)
        .default('started'),
    )
    .option('--limit <number>', 'maximal number (1 to 100)', from1To100, 20)
    .json('print one JSON object per turn and line')
    .runOnServer(
      async ({ client, send, terminal, printPaged }, { sort: order, limit }: TracesOptions) => {
        const { items } = await send(client.traces.list({ limit, order }))
        await printPaged(items, items.map(turnLine))
        if (items.length === 0) terminal.note('No turns.')
      },
    )
}

/** What is not known is not zero. */
export function turnLine(turn: TraceList['items'][number]): string {
  const { trace_id, status, started_at, finished_at, steps, usage, cost, message } = turn
  const { input_tokens: input = null, output_tokens: output = null } = usage ?? {}
  const tokens = input === null || output === null ? '?' : `${input + output}`
  const seconds =
    finished_at === null ? '?' : `${(Date.parse(finished_at) - Date.parse(started_at)) / 1000}`
  const figures = [
    `${seconds} s`.padStart(10),
    `${steps ?? '?'} steps`.padStart(10),
    `${tokens} tokens`.padStart(16),
    `cost ${cost ?? '?'}`.padEnd(14),
  ]
  const about = sanitizeText(message).slice(0, 80)
  return [trace_id, status.padEnd(9), started_at, ...figures, about].join('  ')
}
