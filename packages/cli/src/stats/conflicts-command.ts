import type { ConflictsQuery } from '@repertoire/client'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson } from '../terminal/sanitize-text.ts'
import { conflictLines } from './conflict-lines.ts'

interface ConflictsOptions extends ConnectionOptions {
  period: NonNullable<ConflictsQuery['period']>
  json: boolean
}

/** `repertoire conflicts`. */
export function conflictsCommand(context: CommandContext): Command {
  const command = new Command('conflicts')
    .description('skills that stood together in turns and contradict or are dangerous together')
    .addOption(
      new Option('--period <period>', 'UTC days up to today')
        .choices(['24h', '7d', '30d', '90d'])
        .default('30d'),
    )
    .option('--json', 'print the whole answer as JSON', false)
  return addConnectionOptions(command).action(async (options: ConflictsOptions) => {
    const { client, send } = openServer(options, context)
    const found = await send(client.stats.conflicts({ period: options.period }))
    const { terminal } = context
    context.setExitCode(exitCodes.ok)
    if (options.json) return terminal.out(sanitizeJson(found))
    for (const line of conflictLines(found.pairs)) terminal.out(line)
    if (found.pairs.length === 0)
      terminal.note('No two skills that stood together do not go together.')
    if (found.truncated) terminal.note('More skills stood together than were looked at.')
  })
}
