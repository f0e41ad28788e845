import type { LoggedQueryBody } from '@repertoire/client'
import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const examples = `
Examples:
  $ repertoire searches                       what found nothing first, then what is searched for most
  $ repertoire searches --json | jq -r 'select(.results == 0).query'

Only where search_log of the settings is on. A query is listed once it was made twice, without who made it.

Exit codes: 0 done, 2 the command failed.`

/** `repertoire searches`. */
export function searchesCommand(context: CommandContext): Command {
  return new ServerCommand('searches', context)
    .description('list what was searched for in 30 days, first what found nothing')
    .json('print one JSON object per query and line')
    .addHelpText('after', examples)
    .runOnServer(async ({ client, send, terminal, print }) => {
      const { enabled, items } = await send(client.settings.searchLog())
      if (!enabled) terminal.note('The log of searches is off: Settings → Routing switches it on.')
      else if (items.length === 0) terminal.note('Nothing was searched for twice yet.')
      for (const item of items) print(item, lineOf(item))
    })
}

function lineOf({ query, searches, results }: LoggedQueryBody): string {
  const found = results === 0 ? 'found nothing' : `found ${results}`
  return sanitizeText(`${String(searches).padStart(5)}  ${found.padEnd(13)}  ${query}`)
}
