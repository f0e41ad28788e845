import { collectOutputs } from '../collect/collect-outputs.ts'
import { putFiles } from '../collect/put-files.ts'
import type {
  ExecutionListener,
  ExecutionRequest,
  ExecutionResult,
} from '../execution/execution.ts'
import { executionResult } from '../outcome/execution-result.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'
import { sandboxPaths } from './arguments.ts'
import { type StartedJob, shellJob } from './boot/shell.ts'
import { finalCpuMs } from './process-tree.ts'
import type { SandboxInstance } from './sandbox-instance.ts'
import { Watchdog } from './watchdog.ts'

export interface JobOptions {
  readonly request: ExecutionRequest
  readonly listener: ExecutionListener
  /** PATH, HOME and LANG. */
  readonly baseEnv: Readonly<Record<string, string>>
  readonly queuedMs: number
}

/** Runs one execution in a ready instance and consumes it. Afterwards no process of its tree lives. */
export async function runJob(
  instance: SandboxInstance,
  options: JobOptions,
): Promise<ExecutionResult> {
  const { request } = options
  const { limits, workspace } = request
  const run = new RunningJob(instance, options)
  await run.prepare()
  const exitCode = await run.waitForExit()
  const { cpuMs, peakMemoryBytes, wallMs } = run.usage()
  return executionResult(request, {
    ...{ killedFor: run.killedFor, exitCode, cpuMs, output: run.output },
    memoryGroupKilled: instance.group?.ranOutOfMemory ?? false,
    collected: await collectOutputs(instance.workFolder, workspace, limits),
    usage: { wallMs, queuedMs: options.queuedMs, cpuMs, peakMemoryBytes },
  })
}

/** One execution, from writing its files until its last process has ended. */
class RunningJob {
  killedFor: KillReason | null = null
  readonly output: OutputRecorder
  readonly #instance: SandboxInstance
  readonly #options: JobOptions
  #watchdog: Watchdog | undefined
  #began = 0
  #wallMs = 0
  #finalCpuMs: number | undefined

  constructor(instance: SandboxInstance, options: JobOptions) {
    this.#instance = instance
    this.#options = options
    const { limits } = options.request
    const onFull = (): void => this.#kill('output-limit')
    this.output = new OutputRecorder(limits.outputBytes, options.listener.onOutput, onFull)
  }

  async prepare(): Promise<void> {
    const { request } = this.#options
    const { skillFolder, workFolder } = this.#instance
    await putFiles(skillFolder, request.files, null)
    await putFiles(workFolder, request.workspace, this.#instance.account)
  }

  async waitForExit(): Promise<number | null> {
    const { request, listener } = this.#options
    const { init, streams, workFolder } = this.#instance
    const kill = (reason: KillReason): void => this.#kill(reason)
    for (const name of ['stdout', 'stderr'] as const)
      streams[name].on('data', (chunk: Buffer) => this.output.take(name, chunk)).resume()
    this.#watchdog = new Watchdog({ init, workspace: workFolder, limits: request.limits, kill })
    const abort = (): void => kill('cancelled')
    listener.signal?.addEventListener('abort', abort, { once: true })
    this.#began = performance.now()
    const timer = setTimeout(() => kill('timed-out'), request.limits.wallMs)
    if (listener.signal?.aborted) abort()
    else this.#instance.sendJob(jobText(this.#options))
    streams.stdin.end(request.stdin)
    try {
      const exitCode = await this.#instance.ended
      this.#finalCpuMs = finalCpuMs(init)
      clearTimeout(timer)
      this.#watchdog.stop()
      await this.#instance.waitUntilGone()
      return exitCode
    } finally {
      listener.signal?.removeEventListener('abort', abort)
      clearTimeout(timer)
      this.#watchdog.stop()
      this.#wallMs = performance.now() - this.#began
    }
  }

  usage(): { wallMs: number; cpuMs: number | null; peakMemoryBytes: number | null } {
    const { group } = this.#instance
    const cpuMs = group?.cpuMs ?? this.#watchdog?.cpuMs(this.#finalCpuMs) ?? null
    const peakMemoryBytes = group?.peakMemoryBytes ?? this.#watchdog?.peakMemoryBytes ?? null
    return { wallMs: this.#wallMs, cpuMs, peakMemoryBytes }
  }

  #kill(reason: KillReason): void {
    this.killedFor ??= reason
    this.#instance.kill()
  }
}

/**
 * Variables that interpreters read when they start. They may lead to code of packages, which must not run in an instance
 * that waits: the files of its job are not there yet, and nobody watches it.
 */
const startupVariables = /^(PYTHON|NODE_|LD_|LC_|LANG|UV_|MALLOC_|GLIBC_|BASH_ENV$|TZ$)/

/** The input of the boot program: one line of JSON, or bash commands terminated by NUL. */
function jobText({ request, baseEnv }: JobOptions): string {
  const { runtime, args, env } = request
  const entry = `${sandboxPaths.skill}/${request.entry}`
  const fresh = Object.keys(env).some((name) => startupVariables.test(name))
  const job: StartedJob = { entry, args, env: { ...baseEnv, ...env }, fresh }
  return runtime === 'shell' ? `${shellJob(job)}\0` : `${JSON.stringify(job)}\n`
}
