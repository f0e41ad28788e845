import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import type { ExecutionLimits } from '../execution/execution.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { closeChildEnds, type StandardFifos } from '../streams/fifos.ts'
import type { OutputRecorder } from '../streams/output-recorder.ts'
import { guardDescriptor, guardedLine } from './guarded-line.ts'
import { type ListedProcess, ProcessTree } from './process-list.ts'
import type { RuntimeHost } from './runtime-host.ts'
import { controlDescriptor } from './start-script.ts'

/** Sweeps in a row without a find before the tree counts as ended. */
export const requiredEmptySweeps = 2
/** Processes that cannot be killed are abandoned after this many sweeps. */
const maxSweeps = 100
const sweepIntervalMs = 10
/** Time to drain the pipes after the last process has ended. */
const drainMs = 1_000

interface TreeJob {
  /** The `sh -c` line that runs the start script inside. */
  readonly line: string
  readonly folder: string
  readonly limits: ExecutionLimits
  readonly kill: (reason: KillReason) => void
}

export interface TreeEnd {
  readonly exitCode: number
  readonly wallMs: number
  readonly cpuMs: number | null
  readonly peakMemoryBytes: number | null
}

/** The processes of one execution, as found from outside. */
export class RunningTree {
  /** Whether the script started; false when everything ended before. */
  readonly started: Promise<boolean>
  readonly #host: RuntimeHost
  readonly #job: TreeJob
  #resolveStarted: (isStarted: boolean) => void = () => undefined
  #child: ChildProcess | undefined
  #tree: ProcessTree | undefined
  #exited: Promise<number> | undefined
  #drained: Promise<unknown> = Promise.resolve()
  #streams: Socket[] = []
  #stopWatching: () => void = () => undefined
  #began = 0
  #peak = 0
  #cpuMs = 0

  constructor(host: RuntimeHost, job: TreeJob) {
    this.#host = host
    this.#job = job
    this.started = new Promise((resolve) => {
      this.#resolveStarted = resolve
    })
  }

  async start(
    fifos: StandardFifos,
    { stdin, output }: { readonly stdin: Uint8Array; readonly output: OutputRecorder },
  ): Promise<void> {
    const child = spawn('/bin/sh', ['-c', guardedLine(this.#job.line)], {
      cwd: this.#job.folder,
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      detached: true,
      stdio: [fifos.stdin.childEnd, fifos.stdout.childEnd, fifos.stderr.childEnd, 'pipe', 'pipe'],
      ...this.#host.account,
    })
    closeChildEnds(fifos)
    this.#child = child
    this.#exited = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
      )
    })
    this.#exited.then(
      () => this.#resolveStarted(false),
      () => this.#resolveStarted(false),
    )
    this.#began = performance.now()
    this.#waitForStart(child)
    const input = new Socket({ fd: fifos.stdin.parentEnd, readable: false, writable: true })
    input.on('error', () => undefined)
    input.end(stdin)
    this.#streams.push(input)
    this.#drained = Promise.all(
      (['stdout', 'stderr'] as const).map((name) =>
        this.#drain(name, fifos[name].parentEnd, output),
      ),
    )
    if (child.pid === undefined) return
    this.#tree = new ProcessTree(child.pid)
    this.#stopWatching = this.#host.watch.watch((list) => this.#check(list))
  }

  /** Kills the group at once, and processes that left it at the next poll. */
  kill(): void {
    const pid = this.#child?.pid
    if (pid !== undefined) end(-pid)
  }

  /** Resolves when the first process has exited and sweeps find no others. */
  async ended(): Promise<TreeEnd> {
    try {
      const exitCode = (await this.#exited) ?? 125
      await this.#sweep()
      const wallMs = performance.now() - this.#began
      let timer: NodeJS.Timeout | undefined
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, drainMs)
      })
      await Promise.race([this.#drained, late])
      clearTimeout(timer)
      const known = (value: number): number | null => (value > 0 ? value : null)
      const [cpuMs, peakMemoryBytes] = [known(this.#cpuMs), known(this.#peak)]
      return { exitCode, wallMs, cpuMs, peakMemoryBytes }
    } finally {
      this.#stopWatching()
      for (const stream of this.#streams) stream.destroy()
    }
  }

  #waitForStart(child: ChildProcess): void {
    const control = child.stdio[controlDescriptor]
    const guard = child.stdio[guardDescriptor]
    for (const held of [control, guard]) {
      held?.on('error', () => undefined)
      if (held instanceof Socket) this.#streams.push(held)
    }
    if (control instanceof Socket) control.once('data', () => void this.#releaseScript(control))
  }

  /**
   * Releases the script only after the sandbox' own processes are known: on Linux the last of them ends
   * everything.
   */
  async #releaseScript(control: Socket): Promise<void> {
    try {
      this.#tree?.living(await this.#host.watch.list())
      this.#began = performance.now()
      this.#resolveStarted(true)
      control.write('go\n')
    } catch {
      this.kill()
    }
  }

  #drain(name: 'stdout' | 'stderr', fd: number, output: OutputRecorder): Promise<void> {
    const stream = new Socket({ fd, readable: true, writable: false })
    stream.on('data', (chunk: Buffer) => output.take(name, chunk))
    this.#streams.push(stream)
    return new Promise((resolve) => void stream.once('close', () => resolve()))
  }

  #check(list: readonly ListedProcess[]): void {
    const living = this.#tree?.living(list) ?? []
    const bytes = living.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
    const cpuMs = living.reduce((sum, each) => sum + each.cpuMs, 0)
    this.#peak = Math.max(this.#peak, bytes)
    this.#cpuMs = Math.max(this.#cpuMs, cpuMs)
    const { memoryBytes, processes } = this.#job.limits
    // The sandbox has a few processes besides the script's.
    const exceedsProcesses = this.#host.platform !== 'linux' && living.length > processes + 4
    if (bytes > memoryBytes || exceedsProcesses) {
      this.#job.kill('out-of-memory')
      for (const { pid } of living) end(pid)
    }
  }

  async #sweep(): Promise<void> {
    let emptySweeps = 0
    for (let sweep = 0; sweep < maxSweeps && emptySweeps < requiredEmptySweeps; sweep += 1) {
      this.kill()
      const living = this.#tree?.living(await this.#host.watch.list()) ?? []
      for (const { pid } of living) end(pid)
      emptySweeps = living.length === 0 ? emptySweeps + 1 : 0
      if (emptySweeps < requiredEmptySweeps)
        await new Promise((resolve) => setTimeout(resolve, sweepIntervalMs))
    }
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already exited.
  }
}
