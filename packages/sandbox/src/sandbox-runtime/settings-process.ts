import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Account } from '../collect/put-files.ts'
import type { JobSettings } from './job-settings.ts'

/**
 * Converts settings into command lines. The manager is never initialised: that would open proxies and expose
 * them to scripts. Without one there is no network, and only a counter is kept between calls.
 */
const program = `
import { createInterface } from 'node:readline'
const { SandboxManager } = await import(process.argv[1])
for await (const line of createInterface({ input: process.stdin })) {
  const { id, command, settings } = JSON.parse(line)
  if (command === undefined) { SandboxManager.cleanupAfterCommand(); continue }
  const answer = await SandboxManager.wrapWithSandbox(command, '/bin/sh', settings).then(
    (wrapped) => ({ id, wrapped }),
    (error) => ({ id, error: String(error?.message ?? error) }),
  )
  process.stdout.write(JSON.stringify(answer) + '\\n')
}`

interface Answer {
  readonly id: number
  readonly wrapped?: string
  readonly error?: string
}

export interface SettingsProcessOptions {
  /** The URL of the package. */
  readonly library: string
  /** An empty, writable folder. */
  readonly folder: string
  readonly account: Account | null
}

/**
 * The only process that loads sandbox-runtime: separate from this one, with its own environment and folder, as
 * the script user.
 */
export class SettingsProcess {
  readonly #options: SettingsProcessOptions
  readonly #pending = new Map<number, (answer: Answer) => void>()
  #child: ChildProcess | undefined
  #count = 0

  constructor(options: SettingsProcessOptions) {
    this.#options = options
  }

  /**
   * Returns a `sh -c` line that runs a command in the sandbox. Throws Error when the settings cannot be
   * applied.
   */
  async commandLine(command: string, settings: JobSettings): Promise<string> {
    this.#count += 1
    const id = this.#count
    const answered = new Promise<Answer>((resolve) => this.#pending.set(id, resolve))
    this.#send({ id, command, settings })
    const { wrapped, error } = await answered
    if (wrapped === undefined) throw new Error(error ?? 'sandbox-runtime gave no answer.')
    return wrapped
  }

  /** Call it when a command has ended. */
  ended(): void {
    if (this.#child) this.#send({})
  }

  close(): void {
    this.#child?.stdin?.end()
  }

  #send(message: object): void {
    this.#child ??= this.#start()
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`)
  }

  #start(): ChildProcess {
    const { library, folder, account } = this.#options
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, library], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...account,
    })
    let stderr = ''
    child.stderr.on('data', (bytes: Buffer) => {
      stderr = `${stderr}${bytes}`.slice(-2_000)
    })
    child.stdin.on('error', () => undefined)
    createInterface({ input: child.stdout }).on('line', (line) => this.#take(line))
    const gone = (why: string): void => {
      if (this.#child !== child) return
      this.#child = undefined
      for (const id of [...this.#pending.keys()]) this.#settle({ id, error: why })
    }
    child.once('error', (error) => gone(error.message))
    child.once('close', () => gone(`sandbox-runtime ended: ${stderr.trim()}`))
    return child
  }

  #take(line: string): void {
    try {
      this.#settle(JSON.parse(line))
    } catch {
      // Ignores lines that are not answers.
    }
  }

  #settle(answer: Answer): void {
    this.#pending.get(answer.id)?.(answer)
    this.#pending.delete(answer.id)
  }
}
