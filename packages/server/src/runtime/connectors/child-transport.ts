import { type ChildProcess, spawn } from 'node:child_process'
import type { Stream } from 'node:stream'
import {
  type JSONRPCMessage,
  ReadBuffer,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client'

/** A longer message ends the connection, and so do more unsolicited bytes than this since our last message. */
const maxMessageBytes = 8_000_000
const maxUnsolicitedBytes = 4 * maxMessageBytes
const maxStderrTail = 4_000
/** How long a process may take to exit before it is killed. */
const shutdownTimeoutMs = 1_500
/** How long its last output may take to arrive after it has exited. */
const drainTimeoutMs = 250

export interface ChildCommand {
  readonly command: string
  readonly args: readonly string[]
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/**
 * MCP over the standard input and output of a process. Unlike the SDK's own transport, the process gets no
 * environment variable beyond `env`, and it leads its own process group, so that everything it started (`npx`
 * starts a shell, which starts the server) ends with it.
 */
export class ChildTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  /** The SDK recognises a pipe transport by its `stderr` and `pid`. */
  readonly stderr: Stream | null = null
  readonly #command: ChildCommand
  readonly #buffer = new ReadBuffer({ maxBufferSize: maxMessageBytes })
  #child: ChildProcess | null = null
  #stderr = ''
  #closed: Promise<void> = Promise.resolve()
  #open = false
  #unsolicitedBytes = 0

  constructor(command: ChildCommand) {
    this.#command = command
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** The last whole lines of its standard error. Untrusted; may contain secrets. */
  get stderrTail(): string {
    if (this.#stderr.length < maxStderrTail) return this.#stderr
    return this.#stderr.slice(this.#stderr.indexOf('\n') + 1)
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#command
    const child = spawn(command, [...args], {
      env: { ...env },
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#child = child
    this.#closed = new Promise((resolve) => {
      child.once('close', () => resolve())
      child.once('error', () => resolve())
      child.once('exit', () => {
        this.#killAll()
        // A daemon that left the group may hold the pipes open. Do not wait for it.
        setTimeout(resolve, drainTimeoutMs).unref()
      })
    })
    void this.#closed.then(() => this.#ended())
    child.stdin.on('error', (error) => this.onerror?.(error))
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-maxStderrTail)
    })
    return new Promise((resolve, reject) => {
      child.once('spawn', () => {
        this.#open = true
        resolve()
      })
      child.once('error', reject)
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin
    if (!this.#open || !stdin?.writable) {
      throw new SdkError(SdkErrorCode.NotConnected, 'The process has ended')
    }
    this.#unsolicitedBytes = 0
    stdin.write(serializeMessage(message))
  }

  /** Closes the input of the process, and kills its process group if it does not exit. */
  async close(): Promise<void> {
    const child = this.#child
    if (!child) return
    child.stdin?.end()
    const timer = new AbortController()
    await Promise.race([this.#closed, after(shutdownTimeoutMs, timer.signal)])
    timer.abort()
    this.#killAll()
    await this.#closed
  }

  #read(chunk: Buffer): void {
    this.#unsolicitedBytes += chunk.length
    try {
      if (this.#unsolicitedBytes > maxUnsolicitedBytes)
        throw new Error('The process writes without end')
      this.#buffer.append(chunk)
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
      this.#killAll()
      return
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage()
        if (message === null) return
        this.onmessage?.(message)
      } catch (error) {
        this.onerror?.(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  #ended(): void {
    if (!this.#child) return
    this.#open = false
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
    this.#child.stdin?.destroy()
    this.#child = null
    this.#buffer.clear()
    this.onclose?.()
  }

  /** Also kills what is left of the group after its leader has exited. */
  #killAll(): void {
    const pid = this.#child?.pid
    if (pid === undefined) return
    try {
      if (process.platform === 'win32') this.#child?.kill('SIGKILL')
      else process.kill(-pid, 'SIGKILL')
    } catch {
      // The group is gone already.
    }
  }
}

function after(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}
