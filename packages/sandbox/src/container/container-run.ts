import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, lstatSync } from 'node:fs'
import { chmod, chown, mkdir, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ColdJob, ColdRun } from '../cold/cold-sandbox.ts'
import { collectOutputs } from '../collect/collect-outputs.ts'
import { putFiles } from '../collect/put-files.ts'
import {
  type ExecutionListener,
  type ExecutionResult,
  SandboxRejection,
} from '../execution/execution.ts'
import { DiskWatch } from '../folders/disk-watchdog.ts'
import { executionResult } from '../outcome/execution-result.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'
import { containerArguments } from './container-arguments.ts'
import type { ContainerHost } from './container-host.ts'
import { parseReport, startScript } from './start-script.ts'

const pollIntervalMs = 50
/** The engine's time to start a container does not count as the script's. */
const startTimeoutMs = 60_000
/** A container that is still being created cannot be killed yet. */
const killRetryMs = 200
/** Exit codes of the engine when it could not start the container. */
const engineFailures = [125, 126, 127]

/** Runs one execution in one container. */
export class ContainerRun implements ColdRun {
  readonly #host: ContainerHost
  readonly #job: ColdJob
  readonly #name = `repertoire-${randomBytes(12).toString('hex')}`
  #killedFor: KillReason | null = null
  #child: ChildProcess | undefined
  #killing: Promise<void> | undefined
  /** The start time of the script; undefined if the script ends before the first poll. */
  #startedAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #disk: DiskWatch | undefined
  #startReported = false

  constructor(host: ContainerHost, job: ColdJob) {
    this.#host = host
    this.#job = job
  }

  /** Kills everything in the container; the first reason counts. */
  kill(reason: KillReason): void {
    this.#killedFor ??= reason
    if (this.#child) this.#killing ??= this.#killUntilGone(this.#child)
  }

  async execute(): Promise<ExecutionResult> {
    const { request, listener, queuedMs } = this.#job
    await this.#prepare()
    const onOutput: ExecutionListener['onOutput'] = (stream, bytes) => {
      // The script may print before the next poll; output of the engine itself comes before any start.
      if (!this.#startReported && this.#hasReport()) this.#reportStart()
      listener.onOutput?.(stream, bytes)
    }
    const output = new OutputRecorder(request.limits.outputBytes, onOutput, () =>
      this.kill('output-limit'),
    )
    const abort = (): void => this.kill('cancelled')
    listener.signal?.addEventListener('abort', abort, { once: true })
    try {
      const exitCode = await this.#runContainer(output)
      const wallMs = Date.now() - (this.#startedAt ?? Date.now() - pollIntervalMs)
      const used = await this.#readReport()
      if (this.#killedFor === null && engineFailures.includes(exitCode ?? 0))
        await this.#checkStarted(output)
      if (this.#hasReport()) this.#reportStart()
      const { cpuMs, peakMemoryBytes } = used
      return executionResult(request, {
        ...{ killedFor: this.#killedFor, exitCode, cpuMs: cpuMs ?? wallMs, output },
        memoryGroupKilled: used.outOfMemory || (await this.#engineReportsOutOfMemory(exitCode)),
        collected: await collectOutputs(this.#path('work'), request.workspace, request.limits),
        usage: { wallMs, queuedMs, cpuMs, peakMemoryBytes },
      })
    } finally {
      listener.signal?.removeEventListener('abort', abort)
      await this.#host.engine.remove(this.#name)
    }
  }

  #path(name: 'skill' | 'work' | 'start' | 'report'): string {
    return join(this.#job.folder, name)
  }

  async #prepare(): Promise<void> {
    const { folder, request } = this.#job
    const { uid, gid } = this.#host.settings.account
    const owner = process.getuid?.() === 0 ? { uid, gid } : null
    for (const path of [folder, this.#path('skill'), this.#path('work')]) {
      await mkdir(path)
      await chmod(path, 0o755)
    }
    await putFiles(this.#path('skill'), request.files, null)
    await putFiles(this.#path('work'), request.workspace, owner)
    await writeFile(this.#path('start'), startScript(request), { mode: owner ? 0o640 : 0o600 })
    await writeFile(this.#path('report'), '', { mode: 0o600 })
    if (!owner) return
    await chown(this.#path('start'), 0, gid)
    for (const name of ['work', 'report'] as const) await chown(this.#path(name), uid, gid)
    if (request.network?.kind === 'proxy') await chown(request.network.socket, uid, gid)
  }

  async #runContainer(output: OutputRecorder): Promise<number | null> {
    const { request, listener } = this.#job
    const { settings, images } = this.#host
    const args = containerArguments(settings, {
      ...{ name: this.#name, image: images[request.runtime], limits: request.limits },
      ...{ layers: request.layers, network: request.network },
      ...{ skillFolder: this.#path('skill'), workFolder: this.#path('work') },
      ...{ startFile: this.#path('start'), reportFile: this.#path('report') },
    })
    // Its own process group: Ctrl-C reaches only this process, which then shuts down in order.
    const child = spawn(settings.command, args, {
      detached: true,
      stdio: 'pipe',
      // Podman's monitor leaves a file in its working directory when memory runs out.
      cwd: this.#job.folder,
    })
    this.#child = child
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(request.stdin)
    child.stdout.on('data', (bytes: Buffer) => output.take('stdout', bytes))
    child.stderr.on('data', (bytes: Buffer) => output.take('stderr', bytes))
    this.#timer = setTimeout(() => this.kill('timed-out'), startTimeoutMs)
    const poll = setInterval(() => void this.#pollForStart(), pollIntervalMs)
    if (listener.signal?.aborted || this.#killedFor !== null) this.kill('cancelled')
    try {
      return await ended
    } finally {
      clearTimeout(this.#timer)
      clearInterval(poll)
      this.#disk?.stop()
      this.#child = undefined
      await this.#killing
    }
  }

  async #pollForStart(): Promise<void> {
    const report = await stat(this.#path('report')).catch(() => undefined)
    if (!report?.size || !this.#child || this.#disk) return
    this.#startedAt = report.mtimeMs
    this.#reportStart()
    clearTimeout(this.#timer)
    const { limits } = this.#job.request
    const kill = (reason: KillReason): void => this.kill(reason)
    this.#timer = setTimeout(() => kill('timed-out'), limits.wallMs)
    this.#disk = new DiskWatch({ workspace: this.#path('work'), scratch: null, limits, kill })
  }

  /** The container writes the report before it starts the script. */
  #hasReport(): boolean {
    return (lstatSync(this.#path('report'), { throwIfNoEntry: false })?.size ?? 0) > 0
  }

  #reportStart(): void {
    if (!this.#startReported) this.#job.listener.onStart?.()
    this.#startReported = true
  }

  async #killUntilGone(child: ChildProcess): Promise<void> {
    const { engine } = this.#host
    while (child.exitCode === null && child.signalCode === null) {
      await engine.kill(this.#name)
      await new Promise((resolve) => setTimeout(resolve, killRetryMs))
    }
  }

  /** Throws when the container was never started; otherwise the code is the script's own. */
  async #checkStarted(output: OutputRecorder): Promise<void> {
    const state = await this.#host.engine.state(this.#name)
    if (state?.started) return
    const stderr = Buffer.from(output.all('stderr')).toString().trim().slice(-500)
    throw new SandboxRejection(
      'sandbox.unavailable',
      `The container could not be started. ${stderr}`,
    )
  }

  async #engineReportsOutOfMemory(exitCode: number | null): Promise<boolean> {
    if (exitCode !== 137 || this.#killedFor !== null) return false
    return (await this.#host.engine.state(this.#name))?.outOfMemory ?? false
  }

  async #readReport() {
    const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
    const file = await open(this.#path('report'), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(100), 0, 100, 0)
      return parseReport(buffer.toString('latin1', 0, bytesRead))
    } finally {
      await file.close()
    }
  }
}
