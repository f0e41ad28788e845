import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Where a command hears from a person, or from another program. */
export interface Input {
  /** A person is there to be asked. */
  readonly isTerminal: boolean
  /** Everything until its end. */
  readAll(): Promise<string>
  /** One line; empty when the person has nothing to say. `hidden`: it is not shown while it is typed. */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string>
}

/** The input of a process; questions go to stderr, so that stdout stays the result. */
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
    ask: (question, { hidden = false } = {}) =>
      new Promise((resolve) => {
        stderr.write(question)
        const output = hidden ? nowhere() : stderr
        const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true })
        // Closing says so at once, and what is answered first counts.
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

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
