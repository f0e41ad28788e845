import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ListedProcess, parseProcesses, psArguments } from './process-list.ts'

const run = promisify(execFile)
const everyMs = 100

type Look = (list: readonly ListedProcess[]) => void

/** Lists the processes of this machine for all executions together, as long as there are any. */
export class ProcessWatch {
  readonly #looks = new Set<Look>()
  #watching: Promise<void> | undefined

  /** All processes now. */
  async list(): Promise<readonly ListedProcess[]> {
    const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, maxBuffer: 64 * 1024 * 1024 }
    const { stdout } = await run('ps', psArguments, options)
    return parseProcesses(stdout)
  }

  /** Shows the list again and again, until what it returns is called. */
  watch(look: Look): () => void {
    this.#looks.add(look)
    this.#watching ??= this.#watch().finally(() => {
      this.#watching = undefined
    })
    return () => void this.#looks.delete(look)
  }

  async #watch(): Promise<void> {
    while (this.#looks.size > 0) {
      const began = performance.now()
      const list = await this.list().catch(() => [])
      for (const look of this.#looks) look(list)
      const took = performance.now() - began
      // Of a machine that is slow to list, no more than a third of the time.
      await new Promise((resolve) => setTimeout(resolve, Math.max(everyMs - took, 2 * took)))
    }
  }
}
