import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type ExecutionListener,
  type ExecutionRequest,
  type ExecutionResult,
  runtimes,
  type Sandbox,
  type SandboxHealth,
  SandboxRefusal,
} from '../execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { Places, type PlacesOptions } from '../queue/places.ts'
import { cancelledResult } from '../request/cancelled-result.ts'
import { demandNoNetwork, whatIsWrong } from '../request/check-request.ts'
import { FifoSupply } from '../streams/fifos.ts'
import { interpreters, UnisolatedRun } from './unisolated-run.ts'

const run = promisify(execFile)
const warning =
  'Scripts run UNISOLATED: they can read and change all that this process can. Install bubblewrap and take the setting away.'

/**
 * Plain child processes of ours: no isolation, no memory limit, and what a script sends into the
 * background under another process group outlives it. For scripts that are trusted as much as we are.
 */
export class UnisolatedSandbox implements Sandbox {
  readonly #baseFolder: string
  readonly #places: Places
  readonly #fifos: FifoSupply
  readonly #runs = new Set<UnisolatedRun>()
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
    demandNoNetwork(request, 'A network can only be given in isolation; install bubblewrap.')
    const asked = performance.now()
    const leave = await this.#places.enter(request.queueKey, listener.signal)
    const queuedMs = performance.now() - asked
    if (!leave) return cancelledResult(queuedMs)
    this.#count += 1
    const folder = join(this.#baseFolder, `run-${this.#count}`)
    try {
      listener.onStart?.()
      const fifos = await this.#fifos.take()
      const run = new UnisolatedRun(request, listener, folder)
      this.#runs.add(run)
      try {
        return await run.finish(fifos, queuedMs)
      } finally {
        this.#runs.delete(run)
      }
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
    await this.#places.close(graceMs, () => {
      for (const run of this.#runs) run.kill('cancelled')
    })
    await removeFolder(this.#baseFolder)
  }
}

async function versionOf(command: string): Promise<string | null> {
  try {
    const { stdout } = await run(command, ['--version'])
    return stdout.split('\n')[0]?.trim() ?? null
  } catch {
    return null
  }
}
