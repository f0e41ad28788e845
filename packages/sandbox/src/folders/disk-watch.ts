import type { ExecutionLimits } from '../execution.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { workspaceUsage } from './workspace-usage.ts'

const everyMs = 50
const scratchBytes = 32 * 1024 * 1024

/** Looks at what an execution has written, and ends it when that is too much. */
export class DiskWatch {
  readonly #folders: readonly { readonly path: string; readonly bytes: number }[]
  readonly #entries: number
  readonly #kill: (reason: KillReason) => void
  readonly #timer: NodeJS.Timeout
  #looking = false

  constructor(options: {
    readonly workspace: string
    /** Where else it may write; null when nowhere that could be seen. */
    readonly scratch: string | null
    readonly limits: ExecutionLimits
    readonly kill: (reason: KillReason) => void
  }) {
    const { workspace, scratch, limits } = options
    this.#folders = [
      { path: workspace, bytes: limits.workspaceBytes },
      ...(scratch === null ? [] : [{ path: scratch, bytes: scratchBytes }]),
    ]
    this.#entries = limits.workspaceEntries
    this.#kill = options.kill
    this.#timer = setInterval(() => void this.#look(), everyMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    for (const folder of this.#folders) {
      const most = { bytes: folder.bytes, entries: this.#entries }
      const { bytes, entries, hidden } = await workspaceUsage(folder.path, most)
      if (hidden || bytes > most.bytes || entries > most.entries) this.#kill('disk-limit')
    }
    this.#looking = false
  }
}
