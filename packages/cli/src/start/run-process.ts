import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** A program of ours that is found and started, not imported (docs/decisions/0004). */
export interface Startable {
  /** Gives the address of its main module; throws when it is not there. */
  readonly find: () => string
  /** What to call it when it is not there, and how to get it. */
  readonly title: string
  readonly install: string
}

/** Runs it as a process of its own, hands signals on, and ends as it ends. */
export async function runProcess(
  process: NodeJS.Process,
  program: Startable,
  flags: readonly string[],
): Promise<void> {
  const args = [...process.execArgv, mainOf(program), ...flags]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals): void => {
    // Ctrl-C reaches it by the terminal itself.
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
export function mainOf({ find, title, install }: Startable): string {
  try {
    return fileURLToPath(find())
  } catch {
    throw new CommandError(`${title} is not installed.`, `Run: ${install}`)
  }
}
