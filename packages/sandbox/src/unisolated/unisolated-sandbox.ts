import { execFile, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type KillReason, outcomeOf } from '../bubblewrap/outcome.ts'
import { workspaceUsage } from '../bubblewrap/workspace-usage.ts'
import { collectOutputs } from '../collect/collect-outputs.ts'
import { putFiles } from '../collect/put-files.ts'
import {
  type ExecutionListener,
  type ExecutionRequest,
  type ExecutionResult,
  type Runtime,
  runtimes,
  type Sandbox,
  type SandboxHealth,
  SandboxRefusal,
} from '../execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { Places, type PlacesOptions } from '../queue/places.ts'
import { cancelledResult } from '../request/cancelled-result.ts'
import { whatIsWrong } from '../request/check-request.ts'
import { closeTheirs, FifoSupply } from '../streams/fifos.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'

const run = promisify(execFile)
const everyMs = 50
const warning =
  'Scripts run UNISOLATED: they can read and change all that this process can. Install bubblewrap and take the setting away.'

const interpreters: Record<Runtime, string> = {
  python: 'python3',
  node: process.execPath,
  shell: 'bash',
}

/**
 * Plain child processes of ours: no isolation, no memory limit, and what a script sends into the
 * background under another process group outlives it. For scripts that are trusted as much as we are.
 */
export class UnisolatedSandbox implements Sandbox {
  readonly #baseFolder: string
  readonly #places: Places
  readonly #fifos: FifoSupply
  readonly #killers = new Set<() => void>()
  #count = 0
  #closed: Promise<void> | undefined

  constructor(baseFolder: string, options: PlacesOptions) {
    this.#baseFolder = baseFolder
    this.#places = new Places(options)
    this.#fifos = new FifoSupply(baseFolder, null)
  }

  async execute(
    request: ExecutionRequest,
    listener: ExecutionListener = {},
  ): Promise<ExecutionResult> {
    const wrong = whatIsWrong(request)
    if (wrong !== null) throw new SandboxRefusal('sandbox.bad-request', wrong)
    if (request.layers.length > 0)
      throw new SandboxRefusal('sandbox.bad-request', 'Layers can only be mounted in isolation.')
    const asked = performance.now()
    const leave = await this.#places.enter(request.queueKey, listener.signal)
    const queuedMs = performance.now() - asked
    if (!leave) return cancelledResult(queuedMs)
    this.#count += 1
    const folder = join(this.#baseFolder, `run-${this.#count}`)
    try {
      listener.onStart?.()
      return await this.#run(request, listener, { folder, queuedMs })
    } finally {
      await removeFolder(folder)
      leave()
    }
  }

  async health(): Promise<SandboxHealth> {
    const versions = runtimes.map(async (runtime) => ({
      runtime,
      version: await versionOf(interpreters[runtime]),
    }))
    return {
      backend: 'unisolated',
      available: true,
      reason: warning,
      runtimes: await Promise.all(versions),
      running: this.#places.taken,
      queued: this.#places.waiting,
      warm: 0,
    }
  }

  close(graceMs = 10_000): Promise<void> {
    this.#closed ??= this.#close(graceMs)
    return this.#closed
  }

  async #close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const kill of this.#killers) kill()
    }, graceMs)
    await this.#places.close()
    clearTimeout(timer)
    await removeFolder(this.#baseFolder)
  }

  async #run(
    request: ExecutionRequest,
    listener: ExecutionListener,
    { folder, queuedMs }: { readonly folder: string; readonly queuedMs: number },
  ): Promise<ExecutionResult> {
    const { limits, runtime } = request
    const skill = join(folder, 'skill')
    const workspace = join(folder, 'workspace')
    for (const path of [folder, skill, workspace]) await mkdir(path)
    await putFiles(skill, request.files, null)
    await putFiles(workspace, request.workspace, null)
    const fifos = await this.#fifos.take()
    const began = performance.now()
    const child = spawn(interpreters[runtime], [join(skill, request.entry), ...request.args], {
      cwd: workspace,
      env: { PATH: process.env.PATH ?? '', HOME: folder, LANG: 'C.UTF-8', ...request.env },
      // A group of its own, so that what it starts can be ended with it.
      detached: true,
      stdio: [fifos.stdin.theirs, fifos.stdout.theirs, fifos.stderr.theirs],
    })
    closeTheirs(fifos)
    let killedFor: KillReason | null = null
    const kill = (reason: KillReason): void => {
      killedFor ??= reason
      killGroup(child.pid)
    }
    const abort = (): void => kill('cancelled')
    this.#killers.add(abort)
    listener.signal?.addEventListener('abort', abort, { once: true })
    if (listener.signal?.aborted) abort()
    const output = new OutputRecorder(limits.outputBytes, listener.onOutput, () =>
      kill('output-limit'),
    )
    const timer = setTimeout(() => kill('timed-out'), limits.wallMs)
    const most = { bytes: limits.workspaceBytes, entries: limits.workspaceEntries }
    const watch = setInterval(() => {
      void workspaceUsage(workspace, most).then(({ bytes, entries, hidden }) => {
        if (hidden || bytes > most.bytes || entries > most.entries) kill('disk-limit')
      })
    }, everyMs)
    const stdin = new Socket({ fd: fifos.stdin.ours, readable: false, writable: true })
    stdin.on('error', () => undefined)
    stdin.end(request.stdin)
    const drained = (['stdout', 'stderr'] as const).map((name) => {
      const stream = new Socket({ fd: fifos[name].ours, readable: true, writable: false })
      stream.on('data', (chunk: Buffer) => output.take(name, chunk))
      return new Promise<void>((resolve) => void stream.once('close', () => resolve()))
    })
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + (signalNumber(signal) ?? 0)))
    })
    killGroup(child.pid)
    await Promise.all(drained)
    clearTimeout(timer)
    clearInterval(watch)
    stdin.destroy()
    this.#killers.delete(abort)
    listener.signal?.removeEventListener('abort', abort)
    const wallMs = performance.now() - began
    const stderr = output.all('stderr')
    const stderrTail = Buffer.from(stderr.subarray(-4096)).toString()
    const ending = {
      runtime,
      killedFor,
      exitCode,
      cpuMs: null,
      memoryGroupKilled: false,
      stderrTail,
    }
    return {
      ...outcomeOf(ending, limits),
      stdout: output.all('stdout'),
      stderr,
      ...(await collectOutputs(workspace, request.workspace, limits)),
      usage: { wallMs, queuedMs, cpuMs: null, peakMemoryBytes: null },
    }
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

function signalNumber(signal: NodeJS.Signals | null): number | undefined {
  return signal === null ? undefined : constants.signals[signal]
}

async function versionOf(command: string): Promise<string | null> {
  try {
    const { stdout } = await run(command, ['--version'])
    return stdout.split('\n')[0]?.trim() ?? null
  } catch {
    return null
  }
}
