import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Account } from '../collect/put-files.ts'
import type { JobSettings } from './job-settings.ts'

/**
 * Turns settings into command lines. The manager is never initialised: that would open proxies and tell
 * scripts of them; without one there is no network at all, and nothing is kept between two lines but a count.
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
  /** The package, as a URL. */
  readonly library: string
  /** An empty folder it can write. */
  readonly folder: string
  readonly account: Account | null
}

/**
 * The one process in which sandbox-runtime is loaded: apart from ours, with an environment and a folder of
 * its own, as the account scripts run as.
 */
export class SettingsProcess {
  readonly #options: SettingsProcessOptions
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #child: ChildProcess | undefined
  #count = 0

  constructor(options: SettingsProcessOptions) {
    this.#options = options
  }

  /** A line for `sh -c` that runs a command inside. Throws Error where these settings cannot be had. */
  async commandLine(command: string, settings: JobSettings): Promise<string> {
    this.#count += 1
    const id = this.#count
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve))
    this.#send({ id, command, settings })
    const { wrapped, error } = await answered
    if (wrapped === undefined) throw new Error(error ?? 'sandbox-runtime gave no answer.')
    return wrapped
  }

  /** A command it gave a line for is over. */
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
    let said = ''
    child.stderr.on('data', (bytes: Buffer) => {
      said = `${said}${bytes}`.slice(-2_000)
    })
    child.stdin.on('error', () => undefined)
    createInterface({ input: child.stdout }).on('line', (line) => this.#take(line))
    const gone = (why: string): void => {
      if (this.#child !== child) return
      this.#child = undefined
      for (const id of [...this.#waiting.keys()]) this.#settle({ id, error: why })
    }
    child.once('error', (error) => gone(error.message))
    child.once('close', () => gone(`sandbox-runtime ended: ${said.trim()}`))
    return child
  }

  #take(line: string): void {
    try {
      this.#settle(JSON.parse(line))
    } catch {
      // What is no answer of its own is nothing to us.
    }
  }

  #settle(answer: Answer): void {
    this.#waiting.get(answer.id)?.(answer)
    this.#waiting.delete(answer.id)
  }
}
