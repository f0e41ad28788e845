import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const main = join(import.meta.dirname, '../main.ts')
/** A shared compile cache: the tests start the command over a hundred times. */
const compiled = join(import.meta.dirname, '../../../../node_modules/.cache/repertoire-command')

export interface CommandResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  /** Its stdin; empty by default. */
  input?: string
}

export interface RunningCommand {
  readonly process: ChildProcess
  readonly ended: Promise<CommandResult>
  /** Resolves once stdout or stderr contains the text. */
  printed(text: string): Promise<void>
}

/** Starts the real command as a child process, without this machine's settings. */
export function startCommand(args: readonly string[], options: RunOptions = {}): RunningCommand {
  const child = spawn(process.execPath, ['--conditions=repertoire-source', main, ...args], {
    cwd: options.cwd ?? tmpdir(),
    env: {
      PATH: process.env.PATH ?? '',
      REPERTOIRE_DATA_DIR: '/nowhere',
      NODE_COMPILE_CACHE: compiled,
      ...options.env,
    },
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

/** Runs the real command to its end. */
export function runCommand(
  args: readonly string[],
  options: RunOptions = {},
): Promise<CommandResult> {
  return startCommand(args, options).ended
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
