import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { CommandError } from '../../command/exit-codes.ts'
import { mainPathOf, type ProgramToRun } from '../../start/run-process.ts'
import type { ProcessMessage } from './outcome-messages.ts'

const program: ProgramToRun = {
  find: () => import.meta.resolve('@repertoire/server/outcome-tests'),
  title: 'The server',
  install: 'npm install @repertoire/server',
}

/** The process that tries: the agent loop is the server's, and it ends with this command, however that ends. */
export interface TrialProcess {
  send(message: unknown): void
  /** Throws CommandError where the process ends without a word. */
  next(): Promise<ProcessMessage>
  stop(): Promise<void>
}

export function startTrialProcess(env: Readonly<Record<string, string | undefined>>): TrialProcess {
  const child = spawn(process.execPath, [...process.execArgv, mainPathOf(program)], {
    env: { ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const errors = { text: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors.text = (errors.text + text).slice(-4_000)
  })
  // It may have ended before it is written to.
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    next: async () => {
      const { value, done } = await lines.next()
      if (done)
        throw new CommandError(`The tests ended: ${errors.text.trim() || 'no reason given'}`)
      const message = JSON.parse(value) as ProcessMessage
      if (message.type === 'problem') throw new CommandError(message.message, message.hint)
      return message
    },
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}
