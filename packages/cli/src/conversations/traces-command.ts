import type { TraceList } from '@repertoire/client'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { parseLimit } from './parse-limit.ts'

const orders = ['started', 'duration', 'tokens', 'cost', 'steps'] as const

interface TracesOptions extends ConnectionOptions {
  sort: (typeof orders)[number]
  limit: number
  json: boolean
}

/** `repertoire traces`. */
export function tracesCommand(context: CommandContext): Command {
  const command = new Command('traces')
    .description('list turns with what they took: the newest first, or those that took most')
    .addOption(
      new Option('--sort <column>', 'what comes first, the largest or newest')
        .choices(orders)
        .default('started'),
    )
    .option('--limit <number>', 'maximal number (1 to 100)', parseLimit, 20)
    .option('--json', 'print one JSON object per turn and line', false)
  return addConnectionOptions(command).action(async (options: TracesOptions) => {
    const { sort: order, limit, json, ...connection } = options
    const { client, send } = openServer(connection, context)
    const { items } = await send(client.traces.list({ limit, order }))
    const { terminal } = context
    if (json) for (const turn of items) terminal.out(sanitizeJson(turn))
    else await terminal.page(items.map(turnLine))
    if (items.length === 0) terminal.note('No turns.')
  })
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
