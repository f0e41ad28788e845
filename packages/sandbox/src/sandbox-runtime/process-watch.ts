import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ListedProcess, parseProcesses, psArguments } from './process-list.ts'

const run = promisify(execFile)
const intervalMs = 100

type ProcessListListener = (list: readonly ListedProcess[]) => void

/** Polls the process list of this machine for all executions together, while there are any. */
export class ProcessWatch {
  readonly #listeners = new Set<ProcessListListener>()
  #watching: Promise<void> | undefined

  /** The current processes. */
  async list(): Promise<readonly ListedProcess[]> {
    const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, maxBuffer: 64 * 1024 * 1024 }
    const { stdout } = await run('ps', psArguments, options)
    return parseProcesses(stdout)
  }

  /** Passes every new list to the listener until the returned function is called. */
  watch(listener: ProcessListListener): () => void {
    this.#listeners.add(listener)
    this.#watching ??= this.#watch().finally(() => {
      this.#watching = undefined
    })
    return () => void this.#listeners.delete(listener)
  }

  async #watch(): Promise<void> {
    while (this.#listeners.size > 0) {
      const began = performance.now()
      const list = await this.list().catch(() => [])
      for (const listener of this.#listeners) listener(list)
      const took = performance.now() - began
      // On a slow machine listing takes at most a third of the time.
      await new Promise((resolve) => setTimeout(resolve, Math.max(intervalMs - took, 2 * took)))
    }
  }
}
