import type { KillReason } from '../bubblewrap/outcome.ts'
import { workspaceUsage } from '../bubblewrap/workspace-usage.ts'
import type { ExecutionLimits } from '../execution.ts'

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
    readonly scratch: string
    readonly limits: ExecutionLimits
    readonly kill: (reason: KillReason) => void
  }) {
    this.#folders = [
      { path: options.workspace, bytes: options.limits.workspaceBytes },
      { path: options.scratch, bytes: scratchBytes },
    ]
    this.#entries = options.limits.workspaceEntries
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
