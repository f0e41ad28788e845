import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { ColdJob, ColdRun } from '../cold/cold-sandbox.ts'
import { collectOutputs } from '../collect/collect-outputs.ts'
import { putFiles } from '../collect/put-files.ts'
import type { ExecutionResult, Runtime } from '../execution/execution.ts'
import { DiskWatch } from '../folders/disk-watchdog.ts'
import { executionResult } from '../outcome/execution-result.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { closeChildEnds, type FifoPool, type StandardFifos } from '../streams/fifos.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'

/** Found by PATH, except Node, which is the current one. */
export const interpreters: Record<Runtime, string> = {
  python: 'python3',
  node: process.execPath,
  shell: 'bash',
}

/** Runs one script as a child process in its own folder and process group. */
export class ChildProcessRun implements ColdRun {
  readonly #fifos: FifoPool
  readonly #job: ColdJob
  readonly #output: OutputRecorder
  #child: ChildProcess | undefined
  #killedFor: KillReason | null = null

  constructor(fifos: FifoPool, job: ColdJob) {
    this.#fifos = fifos
    this.#job = job
    const { request, listener } = job
    const onFull = (): void => this.kill('output-limit')
    this.#output = new OutputRecorder(request.limits.outputBytes, listener.onOutput, onFull)
  }

  kill(reason: KillReason): void {
    this.#killedFor ??= reason
    this.#killGroup()
  }

  async execute(): Promise<ExecutionResult> {
    const { request, listener, queuedMs } = this.#job
    listener.onStart?.()
    await this.#putFiles()
    const fifos = await this.#fifos.take()
    const began = performance.now()
    const exitCode = await this.#untilEnded(fifos)
    const wallMs = performance.now() - began
    return executionResult(request, {
      ...{ killedFor: this.#killedFor, exitCode, cpuMs: null, output: this.#output },
      memoryGroupKilled: false,
      collected: await collectOutputs(this.#workspace, request.workspace, request.limits),
      usage: { wallMs, queuedMs, cpuMs: null, peakMemoryBytes: null },
    })
  }

  get #workspace(): string {
    return join(this.#job.folder, 'workspace')
  }

  get #skill(): string {
    return join(this.#job.folder, 'skill')
  }

  async #putFiles(): Promise<void> {
    const { folder, request } = this.#job
    for (const path of [folder, this.#skill, this.#workspace]) await mkdir(path)
    await putFiles(this.#skill, request.files, null)
    await putFiles(this.#workspace, request.workspace, null)
  }

  async #untilEnded(fifos: StandardFifos): Promise<number> {
    const { limits, stdin } = this.#job.request
    const { signal } = this.#job.listener
    const kill = (reason: KillReason): void => this.kill(reason)
    const ended = this.#start(fifos)
    const input = new Socket({ fd: fifos.stdin.parentEnd, readable: false, writable: true })
    input.on('error', () => undefined)
    input.end(stdin)
    const drained = (['stdout', 'stderr'] as const).map((name) => this.#drain(name, fifos))
    const abort = (): void => kill('cancelled')
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted || this.#killedFor !== null) abort()
    const timer = setTimeout(() => kill('timed-out'), limits.wallMs)
    const disk = new DiskWatch({ workspace: this.#workspace, scratch: null, limits, kill })
    try {
      const exitCode = await ended
      // Kills the rest of its group; processes that left the group survive.
      this.#killGroup()
      await Promise.all(drained)
      return exitCode
    } finally {
      clearTimeout(timer)
      disk.stop()
      signal?.removeEventListener('abort', abort)
      input.destroy()
    }
  }

  #start(fifos: StandardFifos): Promise<number> {
    const { runtime, entry, args, env } = this.#job.request
    const child = spawn(interpreters[runtime], [join(this.#skill, entry), ...args], {
      cwd: this.#workspace,
      env: { PATH: process.env.PATH ?? '', HOME: this.#job.folder, LANG: 'C.UTF-8', ...env },
      detached: true,
      stdio: [fifos.stdin.childEnd, fifos.stdout.childEnd, fifos.stderr.childEnd],
    })
    this.#child = child
    closeChildEnds(fifos)
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
      )
    })
  }

  #drain(name: 'stdout' | 'stderr', fifos: StandardFifos): Promise<void> {
    const stream = new Socket({ fd: fifos[name].parentEnd, readable: true, writable: false })
    stream.on('data', (chunk: Buffer) => this.#output.take(name, chunk))
    return new Promise((resolve) => void stream.once('close', () => resolve()))
  }

  #killGroup(): void {
    try {
      if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // Already exited.
    }
  }
}
