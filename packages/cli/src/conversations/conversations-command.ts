import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { allItems } from '../connection/all-items.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const examples = `
Examples:
  $ repertoire conversations deleted
  $ repertoire conversations restore cnv_45b3908f3e5942adb89bf23eb5cb55fe

Exit codes: 0 done, 1 there is no such conversation, 2 the command failed.`

/** `repertoire conversations`. */
export function conversationsCommand(context: CommandContext): Command {
  return new Command('conversations')
    .description('restore deleted conversations')
    .addHelpText('after', examples)
    .addCommand(deletedCommand(context))
    .addCommand(restoreCommand(context))
}

function deletedCommand(context: CommandContext): Command {
  return new ServerCommand('deleted', context)
    .description('list the conversations that can be restored')
    .json('print one JSON object per conversation and line')
    .runOnServer(async ({ client, send, terminal, printPaged }) => {
      const items = await send(allItems((page) => client.conversations.deleted(page)))
      const lines = items.map(({ id, title, kept_until: until }) => {
        const name = terminal.paint('bold', sanitizeText(title || 'Untitled conversation'))
        return `${id}  ${name}  kept until ${until.slice(0, 10)}`
      })
      await printPaged(items, lines)
      if (items.length === 0) terminal.note('No deleted conversation is kept.')
    })
}

function restoreCommand(context: CommandContext): Command {
  return new ServerCommand('restore', context)
    .description('bring a deleted conversation back, for 30 days after it was deleted')
    .argument('<id>', 'see `repertoire conversations deleted`')
    .json()
    .runOnServer(async ({ client, send, terminal, print }, id: string) => {
      const restored = await send(client.conversations.restore(id))
      const title = sanitizeText(restored.title || 'Untitled conversation')
      print(restored, () => terminal.note(`Restored: ${title}`))
    })
}
