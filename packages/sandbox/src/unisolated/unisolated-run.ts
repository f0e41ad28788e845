import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { type KillReason, outcomeOf } from '../bubblewrap/outcome.ts'
import { workspaceUsage } from '../bubblewrap/workspace-usage.ts'
import { collectOutputs } from '../collect/collect-outputs.ts'
import { putFiles } from '../collect/put-files.ts'
import type { ExecutionListener, ExecutionRequest, ExecutionResult, Runtime } from '../execution.ts'
import { closeTheirs, type StandardFifos } from '../streams/fifos.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'

const everyMs = 50
const tailBytes = 4096

/** Found by PATH, but for the Node that runs us. */
export const interpreters: Record<Runtime, string> = {
  python: 'python3',
  node: process.execPath,
  shell: 'bash',
}

/** One script as a child process of ours, in a folder and a process group of its own. */
export class UnisolatedRun {
  readonly #request: ExecutionRequest
  readonly #listener: ExecutionListener
  readonly #folder: string
  readonly #output: OutputRecorder
  #child: ChildProcess | undefined
  #killedFor: KillReason | null = null

  constructor(request: ExecutionRequest, listener: ExecutionListener, folder: string) {
    this.#request = request
    this.#listener = listener
    this.#folder = folder
    const onFull = (): void => this.kill('output-limit')
    this.#output = new OutputRecorder(request.limits.outputBytes, listener.onOutput, onFull)
  }

  kill(reason: KillReason): void {
    this.#killedFor ??= reason
    this.#killGroup()
  }

  async finish(fifos: StandardFifos, queuedMs: number): Promise<ExecutionResult> {
    const { limits, runtime, workspace } = this.#request
    await this.#putFiles()
    const began = performance.now()
    const exitCode = await this.#untilEnded(fifos)
    const wallMs = performance.now() - began
    const stderr = this.#output.all('stderr')
    const ending = {
      runtime,
      killedFor: this.#killedFor,
      exitCode,
      cpuMs: null,
      memoryGroupKilled: false,
      stderrTail: Buffer.from(stderr.subarray(-tailBytes)).toString(),
    }
    return {
      ...outcomeOf(ending, limits),
      stdout: this.#output.all('stdout'),
      stderr,
      ...(await collectOutputs(this.#workspace, workspace, limits)),
      usage: { wallMs, queuedMs, cpuMs: null, peakMemoryBytes: null },
    }
  }

  get #workspace(): string {
    return join(this.#folder, 'workspace')
  }

  get #skill(): string {
    return join(this.#folder, 'skill')
  }

  async #putFiles(): Promise<void> {
    for (const path of [this.#folder, this.#skill, this.#workspace]) await mkdir(path)
    await putFiles(this.#skill, this.#request.files, null)
    await putFiles(this.#workspace, this.#request.workspace, null)
  }

  async #untilEnded(fifos: StandardFifos): Promise<number> {
    const { limits, stdin } = this.#request
    const { signal } = this.#listener
    const ended = this.#start(fifos)
    const input = new Socket({ fd: fifos.stdin.ours, readable: false, writable: true })
    input.on('error', () => undefined)
    input.end(stdin)
    const drained = (['stdout', 'stderr'] as const).map((name) => this.#drain(name, fifos))
    const abort = (): void => this.kill('cancelled')
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted || this.#killedFor !== null) abort()
    const timer = setTimeout(() => this.kill('timed-out'), limits.wallMs)
    const watch = setInterval(() => void this.#lookAtDisk(), everyMs)
    try {
      const exitCode = await ended
      // What it left in its group; what left the group lives on.
      this.#killGroup()
      await Promise.all(drained)
      return exitCode
    } finally {
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', abort)
      input.destroy()
    }
  }

  #start(fifos: StandardFifos): Promise<number> {
    const { runtime, entry, args, env } = this.#request
    const child = spawn(interpreters[runtime], [join(this.#skill, entry), ...args], {
      cwd: this.#workspace,
      env: { PATH: process.env.PATH ?? '', HOME: this.#folder, LANG: 'C.UTF-8', ...env },
      detached: true,
      stdio: [fifos.stdin.theirs, fifos.stdout.theirs, fifos.stderr.theirs],
    })
    this.#child = child
    closeTheirs(fifos)
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
      )
    })
  }

  #drain(name: 'stdout' | 'stderr', fifos: StandardFifos): Promise<void> {
    const stream = new Socket({ fd: fifos[name].ours, readable: true, writable: false })
    stream.on('data', (chunk: Buffer) => this.#output.take(name, chunk))
    return new Promise((resolve) => void stream.once('close', () => resolve()))
  }

  async #lookAtDisk(): Promise<void> {
    const { workspaceBytes, workspaceEntries } = this.#request.limits
    const most = { bytes: workspaceBytes, entries: workspaceEntries }
    const { bytes, entries, hidden } = await workspaceUsage(this.#workspace, most)
    if (hidden || bytes > most.bytes || entries > most.entries) this.kill('disk-limit')
  }

  #killGroup(): void {
    try {
      if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
  }
}
