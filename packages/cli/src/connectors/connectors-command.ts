import type { CheckedConnectorBody } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { exitCodes } from '../command/exit-codes.ts'
import { commandHint } from '../connection/command-hints.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { plural } from '../terminal/plural.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addCommand, editCommand } from './add-command.ts'
import { connectorLine } from './connector-line.ts'

const examples = `
Examples:
  $ repertoire connectors                                    the connectors and how they are
  $ repertoire connectors add wiki https://wiki.example.com/mcp --header Authorization
  $ repertoire connectors add wiki https://wiki.example.com/mcp --header-env Authorization=WIKI_TOKEN
  $ repertoire connectors test wiki                          connects, and names its tools
  $ repertoire connectors edit wiki --title "Company wiki" --open-world no
  $ repertoire connectors remove wiki

Adding, editing and removing need an owner, testing an admin. Connectors of the server's own file are changed there.
Exit codes: 0 done, 1 it does not work, or there is none of that name, 2 the command failed.`

/** Longer ones are announced. */
const quickTestMs = 1_000

/** `repertoire connectors`. */
export function connectorsCommand(context: CommandContext): Command {
  return new Command('connectors')
    .description('MCP servers whose tools agents can call: list, add, edit, test, remove')
    .addHelpText('after', examples)
    .addCommand(listCommand(context), { isDefault: true })
    .addCommand(addCommand(context))
    .addCommand(editCommand(context))
    .addCommand(testCommand(context))
    .addCommand(removeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return new ServerCommand('list', context)
    .description('list the connectors, where they come from and how they are')
    .json('print one JSON object per connector and line')
    .runOnServer(async ({ client, send, terminal, print }) => {
      const { items, file_problem: problem } = await send(client.connectors.list())
      for (const connector of items) print(connector, connectorLine(connector, terminal))
      if (problem) terminal.note(sanitizeText(problem))
      if (items.length === 0) terminal.note('No connectors yet: repertoire connectors add --help')
    })
}

function testCommand(context: CommandContext): Command {
  return new ServerCommand('test', context)
    .description('connect to a connector now, and say what it offers')
    .argument('<name>', 'its name')
    .json()
    .runOnServer(async ({ client, send, terminal, print }, name: string) => {
      const note = () => terminal.note(`Connecting to ${sanitizeText(name)}…`)
      const slow = setTimeout(note, quickTestMs)
      const found = await send(client.connectors.check(name)).finally(() => clearTimeout(slow))
      print(found, () => printFound(found, terminal))
      return found.status === 'ready' ? exitCodes.ok : exitCodes.negative
    })
}

function printFound(connector: CheckedConnectorBody, terminal: Terminal): void {
  const { title, status, problem, tool_names: names } = connector
  const hint = commandHint({ hint: connector.hint })
  if (status === 'ready') {
    const count = plural(names.length, 'tool')
    const listed = names.length > 0 ? `: ${names.join(', ')}` : ''
    terminal.out(sanitizeText(`${title} works. ${count}${listed}`))
    return
  }
  terminal.out(sanitizeText(`${title} does not work: ${problem ?? status}`))
  if (hint) terminal.note(sanitizeText(hint))
}

function removeCommand(context: CommandContext): Command {
  return new ServerCommand('remove', context)
    .description('remove a connector with its headers')
    .argument('<name>', 'its name')
    .json()
    .runOnServer(async ({ client, send, print }, name: string) => {
      await send(client.connectors.remove(name))
      print({ name, removed: true }, `removed  ${sanitizeText(name)}`)
    })
}
