import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { createResults, type Results } from '../terminal/results.ts'
import { openServer, readMe, type Server } from './api.ts'
import type { ConnectionOptions } from './connection.ts'
import { addConnectionOptions } from './connection-options.ts'

/** The options of a command that calls a server and has `--json`. */
export interface JsonOptions extends ConnectionOptions {
  json: boolean
}

/** An opened server, and where results go. */
export interface ServerRun extends Server, Results {}

/** What a command does with its arguments and options. Without an exit code it succeeded. */
type Action<Tools, Given extends readonly unknown[]> = (
  tools: Tools,
  ...given: Given
) => Promise<ExitCode> | Promise<void>

/** A command that calls a server. Its last call is `run` or `runOnServer`. */
export class ServerCommand extends Command {
  readonly #context: CommandContext

  constructor(name: string, context: CommandContext) {
    super(name)
    this.#context = context
  }

  /** Adds `--json`. */
  json(description = 'print one JSON object'): this {
    return this.option('--json', description, false)
  }

  /** Adds the options of the connection. The action opens the server itself, if it needs one. */
  run<Given extends readonly unknown[]>(action: Action<Results, Given>): this {
    const { terminal, setExitCode } = this.#context
    // Here, so that the help lists them after the command's own options.
    addConnectionOptions(this)
    return this.action(async (...given: [...Given]) => {
      try {
        const code = await action(createResults(terminal, this.opts()), ...given)
        setExitCode(code ?? exitCodes.ok)
      } catch (error) {
        // A field is missing that every server of ours has.
        if (error instanceof TypeError) await readMe(openServer(this.opts(), this.#context))
        throw error
      }
    })
  }

  /** The same, with the server opened. */
  runOnServer<Given extends readonly unknown[]>(action: Action<ServerRun, Given>): this {
    return this.run<Given>((results, ...given) =>
      action({ ...results, ...openServer(this.opts(), this.#context) }, ...given),
    )
  }
}
