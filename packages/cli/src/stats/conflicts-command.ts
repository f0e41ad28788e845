import type { ConflictsQuery } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { conflictLines } from './conflict-lines.ts'

interface ConflictsOptions extends JsonOptions {
  period: NonNullable<ConflictsQuery['period']>
}

/** `repertoire conflicts`. */
export function conflictsCommand(context: CommandContext): Command {
  return new ServerCommand('conflicts', context)
    .description('skills that stood together in turns and contradict or are dangerous together')
    .addOption(
      new Option('--period <period>', 'UTC days up to today')
        .choices(['24h', '7d', '30d', '90d'])
        .default('30d'),
    )
    .json('print the whole answer as JSON')
    .runOnServer(async ({ client, send, terminal, print }, { period, json }: ConflictsOptions) => {
      const found = await send(client.stats.conflicts({ period }))
      print(found, conflictLines(found.pairs))
      if (json) return
      if (found.pairs.length === 0) {
        terminal.note(
          'No skills that stood together contradict each other or are dangerous together.',
        )
      }
      if (found.truncated) terminal.note('More skills stood together than were looked at.')
    })
}
