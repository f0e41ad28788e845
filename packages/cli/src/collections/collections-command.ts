import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

const examples = `
Examples:
  $ repertoire collections          the sets of skills that git and other stock clients can take
  $ repertoire collections --json

Exit codes: 0 done, 2 the command failed.`

/** `repertoire collections`. */
export function collectionsCommand(context: CommandContext): Command {
  const { terminal } = context
  const command = new Command('collections')
    .description('list the sets of skills that stock clients take')
    .option('--json', 'print one JSON object per collection and line', false)
    .addHelpText('after', examples)
  return addConnectionOptions(command).action(
    async (options: ConnectionOptions & { json: boolean }) => {
      const { client, send } = openServer(options, context)
      const { items } = await send(client.collections.list())
      for (const one of items) {
        if (options.json) terminal.out(sanitizeJson(one))
        else {
          const { slug, selection, audience, description, token_made_at: token } = one
          const which = `${selection.kind}, for ${audience}, ${token ? 'with' : 'without'} a token`
          terminal.out(`${terminal.paint('bold', slug)}  ${which}`)
          if (description) terminal.out(`  ${sanitizeText(description)}`)
        }
      }
      if (items.length === 0) terminal.note('There is no collection.')
      context.setExitCode(exitCodes.ok)
    },
  )
}
