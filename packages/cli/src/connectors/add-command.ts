import type { ConnectorBody, ConnectorUpdate } from '@repertoire/client'
import { type Command, Option } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { notFound } from '../command/not-found.ts'
import { type JsonOptions, ServerCommand } from '../connection/server-command.ts'
import { connectorLine } from './connector-line.ts'
import { type GivenHeader, type HeaderOptions, readHeaders } from './read-headers.ts'

interface DraftOptions extends JsonOptions, HeaderOptions {
  readonly title?: string
  readonly description?: string
  readonly openWorld?: 'yes' | 'no' | 'unknown'
}

interface EditOptions extends DraftOptions {
  readonly address?: string
  readonly removeHeader: readonly string[]
}

const headerHelp = `
The value of a header is prompted for, or read from a variable of this shell with --header-env. The server encrypts it
and never shows it again.`

/** `repertoire connectors add`. */
export function addCommand(context: CommandContext): Command {
  const command = new ServerCommand('add', context)
    .description('add an MCP server by its address')
    .argument('<name>', 'by which agents name it: a-z, 0-9 and -')
    .argument('<url>', 'of streamable HTTP, such as https://wiki.example.com/mcp')
  return addDraftOptions(command).runOnServer(
    async ({ client, send, terminal, print }, name: string, url: string, options: DraftOptions) => {
      const headers = [...(await readHeaders(options, context))]
      const added = await send(client.connectors.add({ name, url, ...draftOf(options), headers }))
      print(added, connectorLine(added, terminal))
      if (!options.json) terminal.note(`Next: repertoire connectors test ${name}`)
    },
  )
}

/** `repertoire connectors edit`. */
export function editCommand(context: CommandContext): Command {
  const command = new ServerCommand('edit', context)
    .description('change a connector; a new host needs its headers again')
    .argument('<name>', 'its name')
    .option('--address <url>', 'of streamable HTTP')
    .option('--remove-header <name>', 'repeat it for more', collect, [])
  return addDraftOptions(command).runOnServer(
    async (server, name: string, options: EditOptions) => {
      const { client, send, terminal, print } = server
      const { items } = await send(client.connectors.list())
      const before = items.find((one) => one.name === name && one.source === 'organisation')
      if (!before) {
        throw notFound(
          'connector',
          name,
          'See `repertoire connectors`: only those added here can be edited.',
        )
      }
      const changed = await readHeaders(options, context)
      const { address } = options
      const update: ConnectorUpdate = {
        ...draftOf(options),
        ...(address !== undefined && { url: address }),
        ...headersAfter(before, changed, options.removeHeader),
      }
      const { etag } = before
      const after = await send(client.connectors.update(name, update, etag ?? undefined))
      print(after, connectorLine(after, terminal))
    },
  )
}

function addDraftOptions(command: ServerCommand): ServerCommand {
  return command
    .option('--title <title>', 'what people call it; the name by default')
    .option('--description <text>', 'what agents can expect of it')
    .addOption(
      new Option(
        '--open-world <answer>',
        'whether third parties can read what it is sent; agents then ask before they send',
      ).choices(['yes', 'no', 'unknown']),
    )
    .option('--header <name>', 'a header whose value is prompted for; repeatable', collect, [])
    .option('--header-env <name=VARIABLE>', 'one with its value in a variable', collect, [])
    .json()
    .addHelpText('after', headerHelp)
}

function draftOf({ title, description, openWorld }: DraftOptions) {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(openWorld && { open_world: openWorld === 'unknown' ? null : openWorld === 'yes' }),
  }
}

/** The others keep their values. Nothing when none changes. */
function headersAfter(
  { headers }: Pick<ConnectorBody, 'headers'>,
  changed: readonly GivenHeader[],
  removed: readonly string[],
): Pick<ConnectorUpdate, 'headers'> {
  if (changed.length === 0 && removed.length === 0) return {}
  const gone = new Set([...removed, ...changed.map(({ name }) => name)].map(lowerCase))
  const kept = headers
    .filter(({ name }) => !gone.has(lowerCase(name)))
    .map(({ name }) => ({ name, value: null }))
  return { headers: [...kept, ...changed] }
}

const lowerCase = (text: string) => text.toLowerCase()

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}
