import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { decideMatching, type MatchingOptions } from './decide-matching.ts'
import { addFilterOptions } from './inbox-filters.ts'
import { decideOne } from './revision-commands.ts'

/** `repertoire inbox reject`. */
export function rejectCommand(context: CommandContext): Command {
  const command = addFilterOptions(new Command('reject'))
    .description('reject a content, or the imports and updates that match: it is not asked again')
    .argument('[id]', 'id of a revision; without one, the imports and updates that match')
    .option('--digest <digest>', 'of what was read; by default what is there now')
    .option('--yes', 'without an id: decide on them; else only their number is shown', false)
    .option('--note <text>', 'for the record', '')
    .exitOverride()
  return addConnectionOptions(command).action(
    async (id: string | undefined, options: MatchingOptions & { digest?: string }) => {
      if (id === undefined) {
        context.setExitCode(await decideMatching('reject', options, context))
        return
      }
      await decideOne('reject', { id, options }, context)
      context.setExitCode(exitCodes.ok)
    },
  )
}
