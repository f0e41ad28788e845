import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CommandResult, RunOptions } from './command-run.ts'
import { runInProcess } from './run-in-process.ts'

export type { CommandResult, RunOptions } from './command-run.ts'

const main = join(import.meta.dirname, '../main.ts')
/** A shared compile cache: the tests start the command over a hundred times. */
const compiled = join(import.meta.dirname, '../../../../node_modules/.cache/repertoire-command')

export interface RunningCommand {
  readonly process: ChildProcess
  readonly ended: Promise<CommandResult>
  /** Resolves once stdout or stderr contains the text. */
  printed(text: string): Promise<void>
  /** What both have so far. */
  output(): string
}

/** Without this machine's settings. */
const ownEnv = { PATH: process.env.PATH ?? '', REPERTOIRE_DATA_DIR: '/nowhere' }
/** Commands that start a child process themselves and pass it their own signals and output. */
const withChildren: ReadonlySet<string | undefined> = new Set([
  'start',
  'worker',
  'sandbox',
  'eval',
  'check',
  'doctor',
])
/** Variables that Node reads itself, of its own process. */
const nodeVariables = ['TZ', 'FORCE_COLOR']

/** Starts the real command as a child process, without this machine's settings. */
export function startCommand(args: readonly string[], options: RunOptions = {}): RunningCommand {
  const child = spawn(process.execPath, ['--conditions=repertoire-source', main, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: { ...ownEnv, NODE_COMPILE_CACHE: compiled, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command that reads nothing may exit before it is written to.
  child.stdin.on('error', () => undefined).end(options.input ?? '')
  const output = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      for (const check of waiting) check()
    })
  }
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, ...output }))
  })
  return {
    process: child,
    ended,
    output: () => output.stdout + output.stderr,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!output.stdout.includes(text) && !output.stderr.includes(text)) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
        ended.then(
          ({ stderr }) => reject(new Error(`ended before it printed ${text}:\n${stderr}`)),
          reject,
        )
      }),
  }
}

/** Runs the real command to its end: in this process where that is the same. */
export function runCommand(
  args: readonly string[],
  { cwd = tmpdir(), env = {}, input = '', columns }: RunOptions = {},
): Promise<CommandResult> {
  const options = {
    cwd,
    env: { ...ownEnv, ...env },
    input,
    ...(columns !== undefined && { columns }),
  }
  const needsProcess = withChildren.has(args[0]) || nodeVariables.some((name) => name in env)
  return needsProcess ? startCommand(args, options).ended : runInProcess(args, options)
}

/** A temporary folder with files. */
export interface TempFolder {
  readonly folder: string
  write(path: string, content: string | Uint8Array, mode?: number): string
  remove(): void
}

export function createTempFolder(): TempFolder {
  const folder = mkdtempSync(join(tmpdir(), 'repertoire-cli-'))
  return {
    folder,
    write: (path, content, mode) => {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      if (mode !== undefined) chmodSync(file, mode)
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A valid SKILL.md. */
export function skillText(name: string, description = `What ${name} is for.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n\nDo it.\n`
}
