import type { ExecutionLimits } from '../execution.ts'
import { deletedBytes, workspaceUsage } from '../folders/workspace-usage.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { pidsInside, proportionalBytes, type SandboxInit, treeUsage } from './process-tree.ts'

const everyMs = 50
/** The share of the time that may go into looking at the disk. */
const diskShare = 0.2

/** Looks after one execution: ends it when the tree takes too much memory or its workspace too much disk. */
export class Watchdog {
  readonly #init: SandboxInit
  readonly #workspace: string
  readonly #limits: ExecutionLimits
  readonly #kill: (reason: KillReason) => void
  readonly #timer: NodeJS.Timeout
  readonly #cpuBefore: number
  #cpuMs: number
  #peak = 0
  #diskFree = 0
  #lookingAtDisk = false

  constructor(options: {
    readonly init: SandboxInit
    readonly workspace: string
    readonly limits: ExecutionLimits
    readonly kill: (reason: KillReason) => void
  }) {
    this.#init = options.init
    this.#workspace = options.workspace
    this.#limits = options.limits
    this.#kill = options.kill
    const before = treeUsage(options.init)
    this.#cpuBefore = before?.cpuMs ?? 0
    this.#cpuMs = this.#cpuBefore
    this.#peak = before?.residentBytes ?? 0
    this.#timer = setInterval(() => this.#look(), everyMs)
  }

  /** Milliseconds since it began to look, from the last time it could. */
  cpuMs(final: number | undefined): number {
    return Math.max(0, Math.max(final ?? 0, this.#cpuMs) - this.#cpuBefore)
  }

  get peakMemoryBytes(): number {
    return this.#peak
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    this.#lookAtMemory()
    if (!this.#lookingAtDisk && performance.now() >= this.#diskFree) void this.#lookAtDisk()
  }

  #lookAtMemory(): void {
    const usage = treeUsage(this.#init)
    if (usage === undefined) return
    this.#cpuMs = Math.max(this.#cpuMs, usage.cpuMs)
    let bytes = usage.residentBytes
    // Pages shared by forked processes are counted for each; the exact sum costs more.
    if (bytes > this.#limits.memoryBytes) bytes = proportionalBytes(this.#init)
    this.#peak = Math.max(this.#peak, bytes)
    if (bytes > this.#limits.memoryBytes) this.#kill('out-of-memory')
  }

  async #lookAtDisk(): Promise<void> {
    this.#lookingAtDisk = true
    const began = performance.now()
    const { workspaceBytes, workspaceEntries } = this.#limits
    const most = { bytes: workspaceBytes, entries: workspaceEntries }
    const { bytes, entries, hidden } = await workspaceUsage(this.#workspace, most)
    const deleted = await deletedBytes(pidsInside(this.#init) ?? [])
    if (hidden || bytes + deleted > most.bytes || entries > most.entries) this.#kill('disk-limit')
    const now = performance.now()
    this.#diskFree = now + (now - began) * (1 / diskShare - 1)
    this.#lookingAtDisk = false
  }
}
