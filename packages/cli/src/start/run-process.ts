import { type StdioOptions, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CommandError, exitCodes } from '../command/exit-codes.ts'

/** A program that is resolved and spawned, not imported (docs/decisions/0004). */
export interface ProgramToRun {
  /** Returns the URL of its main module; throws when it is not installed. */
  readonly find: () => string
  /** Its name in the error when it is not installed, and how to install it. */
  readonly title: string
  readonly install: string
}

/** Runs it as a child process, forwards signals, and exits like it. */
export async function runProcess(
  process: NodeJS.Process,
  program: ProgramToRun,
  flags: readonly string[],
): Promise<void> {
  const args = [...process.execArgv, mainPathOf(program), ...flags]
  // The child sees by the channel that this process is gone, also when that was killed and could pass no signal.
  const stdio: StdioOptions = ['inherit', 'inherit', 'inherit', 'ipc']
  const child = spawn(process.execPath, args, { stdio })
  const pass = (signal: NodeJS.Signals): void => {
    // The terminal sends Ctrl-C to the child itself.
    if (signal !== 'SIGINT' || !inTerminal(process)) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code, signal) => resolve({ code, signal }))
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, pass)
  if (ended.signal) process.kill(process.pid, ended.signal)
  else process.exitCode = ended.code ?? exitCodes.unable
}

function inTerminal({ stdin, stdout, stderr }: NodeJS.Process): boolean {
  return stdin.isTTY || stdout.isTTY || stderr.isTTY
}

/** The path of its main module. */
export function mainPathOf({ find, title, install }: ProgramToRun): string {
  try {
    return fileURLToPath(find())
  } catch {
    throw new CommandError(`${title} is not installed.`, `Run: ${install}`)
  }
}
