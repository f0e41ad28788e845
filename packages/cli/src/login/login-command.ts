import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { openServer } from '../connection/api.ts'
import { type ConnectionOptions, findConnection } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'

const examples = `
Examples:
  $ repertoire login                          a link for the server started on this machine
  $ xdg-open "$(repertoire login)"            opened at once

Exit codes: 0 printed, 2 the command failed.`

/** `repertoire login`. */
export function loginCommand(context: CommandContext): Command {
  const command = new Command('login')
    .description('print a link that signs a browser in, once')
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(async (options: ConnectionOptions) => {
    const { client, send } = openServer(options, context)
    const { path } = await send(client.session.link())
    const { baseUrl } = findConnection(options, context)
    context.terminal.out(new URL(path, baseUrl).href)
    context.terminal.note('It works once, within 30 minutes.')
  })
}
