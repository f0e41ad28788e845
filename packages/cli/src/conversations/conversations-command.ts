import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { allItems } from '../connection/all-items.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'

interface DeletedOptions extends ConnectionOptions {
  json: boolean
}

/** `repertoire conversations`. */
export function conversationsCommand(context: CommandContext): Command {
  return new Command('conversations')
    .description('restore deleted conversations')
    .addCommand(deletedCommand(context))
    .addCommand(restoreCommand(context))
}

function deletedCommand(context: CommandContext): Command {
  const command = new Command('deleted')
    .description('list the conversations that can be restored')
    .option('--json', 'print one JSON object per conversation and line', false)
  return addConnectionOptions(command).action(async (options: DeletedOptions) => {
    const { terminal } = context
    const { client, send } = openServer(options, context)
    const items = await send(allItems((page) => client.conversations.deleted(page)))
    const lines = items.map(({ id, title, kept_until: until }) => {
      const name = terminal.paint('bold', sanitizeText(title || 'Untitled conversation'))
      return `${id}  ${name}  kept until ${until.slice(0, 10)}`
    })
    if (options.json) for (const item of items) terminal.out(sanitizeJson(item))
    else await terminal.page(lines)
    if (items.length === 0) terminal.note('No deleted conversation is kept.')
  })
}

function restoreCommand(context: CommandContext): Command {
  const command = new Command('restore')
    .description('bring a deleted conversation back, for 30 days after it was deleted')
    .argument('<id>', 'see `repertoire conversations deleted`')
  return addConnectionOptions(command).action(async (id: string, options: ConnectionOptions) => {
    const { client, send } = openServer(options, context)
    const { title } = await send(client.conversations.restore(id))
    context.terminal.note(`Restored: ${sanitizeText(title || 'Untitled conversation')}`)
  })
}
