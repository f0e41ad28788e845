import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { withoutCommands } from './sanitize-text.ts'

/** Standard input, from a person or another program. */
export interface Input {
  /** True when a person can be prompted. */
  readonly isTerminal: boolean
  /** Everything up to the end. */
  readAll(): Promise<string>
  /** Prompts for one line; empty when there is none. `hidden`: without echo. */
  prompt(question: string, options?: { readonly hidden?: boolean }): Promise<string>
}

/** The input of a process; prompts go to stderr, so that stdout has only results. */
export function processInput(
  process: Pick<NodeJS.Process, 'stdin' | 'stderr' | 'kill' | 'pid'>,
): Input {
  const { stdin, stderr } = process
  return {
    isTerminal: stdin.isTTY === true && stderr.isTTY === true,
    readAll: async () => {
      let text = ''
      stdin.setEncoding('utf8')
      for await (const chunk of stdin) text += chunk
      return text
    },
    prompt: (question, { hidden = false } = {}) =>
      new Promise((resolve) => {
        stderr.write(withoutCommands(question))
        const output = hidden ? discardOutput() : stderr
        const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true })
        // Closing also emits an event; the first answer counts.
        const done = (line: string): void => {
          resolve(line)
          lines.close()
          if (hidden) stderr.write('\n')
        }
        lines.once('line', done).once('close', () => resolve(''))
        lines.once('SIGINT', () => {
          lines.close()
          process.kill(process.pid, 'SIGINT')
        })
      }),
  }
}

function discardOutput(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
