import type { ExecutionLimits } from '../execution/execution.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { workspaceUsage } from './workspace-usage.ts'

const intervalMs = 50
const scratchBytes = 32 * 1024 * 1024

/** Polls the disk use of an execution and kills it when it exceeds the limits. */
export class DiskWatch {
  readonly #folders: readonly { readonly path: string; readonly bytes: number }[]
  readonly #entries: number
  readonly #kill: (reason: KillReason) => void
  readonly #timer: NodeJS.Timeout
  #checking = false

  constructor(options: {
    readonly workspace: string
    /** Another writable folder; null when there is none to measure. */
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
    this.#timer = setInterval(() => void this.#check(), intervalMs)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #check(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    for (const folder of this.#folders) {
      const max = { bytes: folder.bytes, entries: this.#entries }
      const { bytes, entries, unreadable } = await workspaceUsage(folder.path, max)
      if (entries > max.entries) this.#kill('too-many-files')
      if (unreadable || bytes > max.bytes) this.#kill('disk-limit')
    }
    this.#checking = false
  }
}
