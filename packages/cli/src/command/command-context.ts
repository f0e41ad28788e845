import { type Input, processInput } from '../terminal/input.ts'
import { processTerminal, type Terminal } from '../terminal/terminal.ts'
import type { ExitCode } from './exit-codes.ts'

/** The environment of a command: terminal, input, variables, working directory. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly input: Input
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Sets the exit code of the process. */
  setExitCode(code: ExitCode): void
  /**
   * Calls back at the first Ctrl-C; the second ends the process. Returns a function that removes the callback.
   */
  onInterrupt(callback: () => void): () => void
}

/** The context of a real process. */
export function createCommandContext(process: NodeJS.Process): CommandContext {
  return {
    terminal: processTerminal(process),
    input: processInput(process),
    env: process.env,
    cwd: process.cwd(),
    setExitCode: (code) => {
      process.exitCode = code
    },
    onInterrupt: (callback) => {
      process.once('SIGINT', callback)
      return () => {
        process.off('SIGINT', callback)
      }
    },
  }
}
