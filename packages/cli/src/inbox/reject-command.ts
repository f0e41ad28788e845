import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { decideMatching, type MatchingOptions } from './decide-matching.ts'
import { addFilterOptions } from './inbox-filters.ts'
import { decideOne } from './revision-commands.ts'

interface RejectOptions extends MatchingOptions {
  digest?: string
}

/** `repertoire inbox reject`. */
export function rejectCommand(context: CommandContext): Command {
  return addFilterOptions(new ServerCommand('reject', context))
    .description('reject a content, or the imports and updates that match: it is not asked again')
    .argument('[id]', 'id of a revision; without one, the imports and updates that match')
    .option('--digest <digest>', 'of what was read; by default what is there now')
    .option('--yes', 'without an id: decide on them; else only their number is shown', false)
    .option('--note <text>', 'for the record', '')
    .runOnServer(async (server, id: string | undefined, options: RejectOptions) =>
      id === undefined
        ? decideMatching('reject', options, server)
        : decideOne('reject', { id, options }, server),
    )
}
