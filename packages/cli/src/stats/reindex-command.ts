import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'

const examples = `
The numbers of \`repertoire stats\` are made from the logs of conversations. This makes all of them again; until it is done,
they are too low. Needs the permission settings.write.

Exit codes: 0 done, 2 the command failed.`

/** `repertoire reindex`. */
export function reindexCommand(context: CommandContext): Command {
  return new ServerCommand('reindex', context)
    .description('make the numbers of stats again from the logs')
    .json()
    .addHelpText('after', examples)
    .runOnServer(async ({ client, send, terminal, print }) => {
      const done = await send(client.stats.reindex())
      print(done, () => terminal.note(`Read the logs of ${done.conversations} conversations.`))
    })
}
