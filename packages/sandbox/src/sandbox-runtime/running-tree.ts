import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import type { ExecutionLimits } from '../execution.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { closeTheirs, type StandardFifos } from '../streams/fifos.ts'
import type { OutputRecorder } from '../streams/output-recorder.ts'
import { guardDescriptor, guardedLine } from './guarded-line.ts'
import { type ListedProcess, ProcessTree } from './process-list.ts'
import type { RuntimeHost } from './runtime-host.ts'
import { controlDescriptor } from './start-script.ts'

/** So often in a row nothing of it may be found before it counts as gone. */
export const sweepsWithoutFind = 2
/** What cannot be killed is left after so many looks. */
const mostSweeps = 100
const betweenSweepsMs = 10
/** For output that is still in the pipes when nothing of the tree is left. */
const drainMs = 1_000

interface TreeJob {
  /** Runs the start script inside. */
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

/** The processes of one execution, as they can be found from outside. */
export class RunningTree {
  /** Whether the script began; false when all ended before. */
  readonly started: Promise<boolean>
  readonly #host: RuntimeHost
  readonly #job: TreeJob
  #tellStarted: (isStarted: boolean) => void = () => undefined
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
      this.#tellStarted = resolve
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
      stdio: [fifos.stdin.theirs, fifos.stdout.theirs, fifos.stderr.theirs, 'pipe', 'pipe'],
      ...this.#host.account,
    })
    closeTheirs(fifos)
    this.#child = child
    this.#exited = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
      )
    })
    this.#exited.then(
      () => this.#tellStarted(false),
      () => this.#tellStarted(false),
    )
    this.#began = performance.now()
    this.#hearStart(child)
    const input = new Socket({ fd: fifos.stdin.ours, readable: false, writable: true })
    input.on('error', () => undefined)
    input.end(stdin)
    this.#streams.push(input)
    this.#drained = Promise.all(
      (['stdout', 'stderr'] as const).map((name) => this.#drain(name, fifos[name].ours, output)),
    )
    if (child.pid === undefined) return
    this.#tree = new ProcessTree(child.pid)
    this.#stopWatching = this.#host.watch.watch((list) => this.#look(list))
  }

  /** The group at once; what has left it when it is next seen. */
  kill(): void {
    const pid = this.#child?.pid
    if (pid !== undefined) end(-pid)
  }

  /** When its first process has ended and nothing of the others is found any more. */
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

  #hearStart(child: ChildProcess): void {
    const control = child.stdio[controlDescriptor]
    const guard = child.stdio[guardDescriptor]
    for (const held of [control, guard]) {
      held?.on('error', () => undefined)
      if (held instanceof Socket) this.#streams.push(held)
    }
    if (control instanceof Socket) control.once('data', () => void this.#letGo(control))
  }

  /** Not before what makes the sandbox is known: on Linux it ends last, and all else with it. */
  async #letGo(control: Socket): Promise<void> {
    try {
      this.#tree?.living(await this.#host.watch.list())
      this.#began = performance.now()
      this.#tellStarted(true)
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

  #look(list: readonly ListedProcess[]): void {
    const living = this.#tree?.living(list) ?? []
    const bytes = living.reduce((sum, { residentBytes }) => sum + residentBytes, 0)
    const cpuMs = living.reduce((sum, each) => sum + each.cpuMs, 0)
    this.#peak = Math.max(this.#peak, bytes)
    this.#cpuMs = Math.max(this.#cpuMs, cpuMs)
    const { memoryBytes, processes } = this.#job.limits
    // Of the sandbox itself there are a few, besides the script's.
    const isTooMany = this.#host.platform !== 'linux' && living.length > processes + 4
    if (bytes > memoryBytes || isTooMany) {
      this.#job.kill('out-of-memory')
      for (const { pid } of living) end(pid)
    }
  }

  async #sweep(): Promise<void> {
    let without = 0
    for (let sweep = 0; sweep < mostSweeps && without < sweepsWithoutFind; sweep += 1) {
      this.kill()
      const living = this.#tree?.living(await this.#host.watch.list()) ?? []
      for (const { pid } of living) end(pid)
      without = living.length === 0 ? without + 1 : 0
      if (without < sweepsWithoutFind)
        await new Promise((resolve) => setTimeout(resolve, betweenSweepsMs))
    }
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone.
  }
}
