import type { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError } from '../command/exit-codes.ts'
import {
  type Connection,
  type ConnectionOptions,
  findConnection,
} from '../connection/connection.ts'
import { ServerCommand } from '../connection/server-command.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

interface McpOptions extends ConnectionOptions {
  keyEnv?: string
  preset?: string
  conversation?: string
}

const examples = `
Examples:
  $ claude mcp add repertoire -- repertoire mcp --url https://skills.example.com --key-env REPERTOIRE_KEY
  $ repertoire mcp --preset read-only          for the server started on this machine

For agents that only start programs; the others call /mcp of the server. Only the protocol is on stdout.
Exit codes: 0 the client closed its end, 2 the command failed.`

/** `repertoire mcp`. */
export function mcpCommand(process: NodeJS.Process, context: CommandContext): Command {
  return new ServerCommand('mcp', context)
    .description('give the skills to an agent that speaks MCP over stdin and stdout')
    .option('--key-env <name>', 'variable that holds the API key')
    .option('--preset <name>', 'choice of tools: standard, routed or read-only')
    .option('--conversation <name>', 'conversation that goes on where it was; by default a new one')
    .addHelpText('after', examples)
    .run(async ({ terminal }, options: McpOptions) => {
      const connection = connectionOf(options, context)
      const { runBridge } = await import('./stdio-bridge.ts')
      const { preset, conversation } = options
      let said = ''
      const complain = (line: string) => {
        // A client that tries again and again is told once.
        if (line !== said) terminal.note(sanitizeText(line))
        said = line
      }
      await runBridge(process, { connection, preset, conversation, complain })
    })
}

function connectionOf(options: McpOptions, context: CommandContext): Connection {
  const { keyEnv } = options
  const key = keyEnv === undefined ? options.key : context.env[keyEnv] || undefined
  if (keyEnv !== undefined && key === undefined)
    throw new CommandError(`The variable ${keyEnv} is not set: it has to hold an API key.`)
  try {
    return findConnection({ ...options, key }, context)
  } catch (error) {
    // Clients show the first line of a program that ends.
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(
      [error.message, error.hint ?? ''].join(' ').trim(),
      undefined,
      error.code,
    )
  }
}
