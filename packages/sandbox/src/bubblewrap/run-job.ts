import { collectOutputs } from '../collect/collect-outputs.ts'
import { putFiles } from '../collect/put-files.ts'
import type { ExecutionListener, ExecutionRequest, ExecutionResult } from '../execution.ts'
import { executionResult } from '../outcome/execution-result.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'
import { inside } from './arguments.ts'
import { shellJob } from './boot/shell.ts'
import { finalCpuMs } from './process-tree.ts'
import type { Slot } from './slot.ts'
import { Watchdog } from './watchdog.ts'

export interface JobOptions {
  readonly request: ExecutionRequest
  readonly listener: ExecutionListener
  /** What PATH, HOME and LANG are. */
  readonly baseEnv: Readonly<Record<string, string>>
  readonly queuedMs: number
}

/** Uses up a ready slot for one execution; whatever becomes of it, nothing of its tree lives afterwards. */
export async function runJob(slot: Slot, options: JobOptions): Promise<ExecutionResult> {
  const { request } = options
  const { limits, workspace } = request
  const run = new RunningJob(slot, options)
  await run.prepare()
  const exitCode = await run.untilDead()
  const { cpuMs, peakMemoryBytes, wallMs } = run.usage()
  return executionResult(request, {
    ...{ killedFor: run.killedFor, exitCode, cpuMs, output: run.output },
    memoryGroupKilled: slot.group?.ranOutOfMemory ?? false,
    collected: await collectOutputs(slot.workFolder, workspace, limits),
    usage: { wallMs, queuedMs: options.queuedMs, cpuMs, peakMemoryBytes },
  })
}

/** An execution from the moment its files are put in place until its last process is gone. */
class RunningJob {
  killedFor: KillReason | null = null
  readonly output: OutputRecorder
  readonly #slot: Slot
  readonly #options: JobOptions
  #watchdog: Watchdog | undefined
  #began = 0
  #wallMs = 0
  #finalCpuMs: number | undefined

  constructor(slot: Slot, options: JobOptions) {
    this.#slot = slot
    this.#options = options
    const { limits } = options.request
    const onFull = (): void => this.#kill('output-limit')
    this.output = new OutputRecorder(limits.outputBytes, options.listener.onOutput, onFull)
  }

  async prepare(): Promise<void> {
    const { request } = this.#options
    const { skillFolder, workFolder } = this.#slot
    await putFiles(skillFolder, request.files, null)
    await putFiles(workFolder, request.workspace, this.#slot.account)
  }

  async untilDead(): Promise<number | null> {
    const { request, listener } = this.#options
    const { init, streams, workFolder } = this.#slot
    const kill = (reason: KillReason): void => this.#kill(reason)
    for (const name of ['stdout', 'stderr'] as const)
      streams[name].on('data', (chunk: Buffer) => this.output.take(name, chunk)).resume()
    this.#watchdog = new Watchdog({ init, workspace: workFolder, limits: request.limits, kill })
    const abort = (): void => kill('cancelled')
    listener.signal?.addEventListener('abort', abort, { once: true })
    this.#began = performance.now()
    const timer = setTimeout(() => kill('timed-out'), request.limits.wallMs)
    if (listener.signal?.aborted) abort()
    else this.#slot.handOver(jobText(this.#options))
    streams.stdin.end(request.stdin)
    try {
      const exitCode = await this.#slot.ended
      this.#finalCpuMs = finalCpuMs(init)
      clearTimeout(timer)
      this.#watchdog.stop()
      await this.#slot.gone()
      return exitCode
    } finally {
      listener.signal?.removeEventListener('abort', abort)
      clearTimeout(timer)
      this.#watchdog.stop()
      this.#wallMs = performance.now() - this.#began
    }
  }

  usage(): { wallMs: number; cpuMs: number | null; peakMemoryBytes: number | null } {
    const { group } = this.#slot
    const cpuMs = group?.cpuMs ?? this.#watchdog?.cpuMs(this.#finalCpuMs) ?? null
    const peakMemoryBytes = group?.peakMemoryBytes ?? this.#watchdog?.peakMemoryBytes ?? null
    return { wallMs: this.#wallMs, cpuMs, peakMemoryBytes }
  }

  #kill(reason: KillReason): void {
    this.killedFor ??= reason
    this.#slot.kill()
  }
}

/** What the boot program reads: one line of JSON, or for bash commands up to a NUL. */
function jobText({ request, baseEnv }: JobOptions): string {
  const { runtime, args, env } = request
  const entry = `${inside.skill}/${request.entry}`
  const job = { entry, args, env: { ...baseEnv, ...env } }
  return runtime === 'shell' ? `${shellJob(job)}\0` : `${JSON.stringify(job)}\n`
}
