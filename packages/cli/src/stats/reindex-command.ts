import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'

const examples = `
The numbers of \`repertoire stats\` are made from the logs of conversations. This makes all of them again; until it is done,
they are too low. Needs the permission settings.write.

Exit codes: 0 done, 2 the command failed.`

/** `repertoire reindex`. */
export function reindexCommand(context: CommandContext): Command {
  const command = new Command('reindex')
    .description('make the numbers of stats again from the logs')
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(async (options: ConnectionOptions) => {
    const { client, send } = openServer(options, context)
    const { conversations } = await send(client.stats.reindex())
    context.terminal.note(`Read the logs of ${conversations} conversations.`)
    context.setExitCode(exitCodes.ok)
  })
}
