import type { ExitCode } from './exit-codes.ts'
import { type Input, processInput } from './terminal/input.ts'
import { processTerminal, type Terminal } from './terminal/terminal.ts'

/** What a command has around it. */
export interface Surroundings {
  readonly terminal: Terminal
  readonly input: Input
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Sets how the process will end. */
  finish(code: ExitCode): void
  /** Calls back at the first Ctrl-C; the second ends the process. The result undoes it. */
  onInterrupt(callback: () => void): () => void
}

/** The surroundings of a real process. */
export function processSurroundings(process: NodeJS.Process): Surroundings {
  return {
    terminal: processTerminal(process),
    input: processInput(process),
    env: process.env,
    cwd: process.cwd(),
    finish: (code) => {
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
