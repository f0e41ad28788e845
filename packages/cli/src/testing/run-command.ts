import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const main = join(import.meta.dirname, '../main.ts')
/** The command is started over a hundred times: what Node compiled once it does not compile again. */
const compiled = join(import.meta.dirname, '../../../../node_modules/.cache/repertoire-command')

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  /** What comes on stdin; nothing when left out. */
  input?: string
}

export interface RunningCommand {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves once stdout or stderr has printed this. */
  printed(text: string): Promise<void>
}

/** Starts the real command as its own process, with none of this machine's settings. */
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
  // One that reads nothing may be gone before it is written to.
  child.stdin.on('error', () => undefined).end(options.input ?? '')
  const output = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      for (const look of waiting) look()
    })
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, ...output }))
  })
  return {
    process: child,
    ended,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!output.stdout.includes(text) && !output.stderr.includes(text)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
        ended.then(
          ({ stderr }) => reject(new Error(`ended before it printed ${text}:\n${stderr}`)),
          reject,
        )
      }),
  }
}

/** Runs the real command to its end. */
export function runCommand(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return startCommand(args, options).ended
}

/** A throwaway folder with files; `remove` takes it away. */
export interface Scratch {
  readonly folder: string
  write(path: string, content: string | Uint8Array, mode?: number): string
  remove(): void
}

export function createScratch(): Scratch {
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

/** A clean SKILL.md. */
export function skillText(name: string, description = `What ${name} is for.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n\nDo it.\n`
}
