import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { runProgram } from '../program.ts'
import type { CommandResult, RunOptions } from './command-run.ts'

/** Runs a command in this process, on streams and variables of its own: a child takes half a second to start. */
export async function runInProcess(
  args: readonly string[],
  options: Required<Omit<RunOptions, 'columns'>> & Pick<RunOptions, 'columns'>,
): Promise<CommandResult> {
  const stdout = createCapture()
  const stderr = createCapture()
  const { columns } = options
  if (columns !== undefined) Object.assign(stdout.stream, { isTTY: true, columns })
  const double = Object.assign(new EventEmitter(), {
    ...{ argv: ['node', 'repertoire', ...args], env: options.env, cwd: () => options.cwd },
    ...{ stdin: Readable.from(options.input === '' ? [] : [options.input]), pid: process.pid },
    ...{ stdout: stdout.stream, stderr: stderr.stream, exitCode: 0 },
  })
  let code: number
  try {
    await runProgram(double as unknown as NodeJS.Process)
    code = double.exitCode
  } catch (error) {
    stderr.stream.write(`${error instanceof Error ? error.stack : error}\n`)
    code = 1
  }
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() }
}

function createCapture(): { readonly stream: Writable; text(): string } {
  const chunks: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      chunks.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'))
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}
