import type { ExecutionLimits } from '../execution/execution.ts'
import { deletedBytes, workspaceUsage } from '../folders/workspace-usage.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { pidsInside, proportionalBytes, type SandboxInit, treeUsage } from './process-tree.ts'

const intervalMs = 50
/** The maximal share of time spent on measuring the disk. */
const diskShare = 0.2

/** Polls one execution and kills it when the tree uses too much memory or its workspace too much disk. */
export class Watchdog {
  readonly #init: SandboxInit
  readonly #workspace: string
  readonly #limits: ExecutionLimits
  readonly #kill: (reason: KillReason) => void
  readonly #timer: NodeJS.Timeout
  readonly #cpuBefore: number
  #cpuMs: number
  #peak = 0
  #nextDiskCheckAt = 0
  #checkingDisk = false

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
    this.#timer = setInterval(() => this.#check(), intervalMs)
  }

  /** CPU milliseconds since the start, from the last successful poll. */
  cpuMs(final: number | undefined): number {
    return Math.max(0, Math.max(final ?? 0, this.#cpuMs) - this.#cpuBefore)
  }

  get peakMemoryBytes(): number {
    return this.#peak
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    this.#checkMemory()
    if (!this.#checkingDisk && performance.now() >= this.#nextDiskCheckAt) void this.#checkDisk()
  }

  #checkMemory(): void {
    const usage = treeUsage(this.#init)
    if (usage === undefined) return
    this.#cpuMs = Math.max(this.#cpuMs, usage.cpuMs)
    let bytes = usage.residentBytes
    // Resident bytes count shared pages once per process; the exact sum is expensive.
    if (bytes > this.#limits.memoryBytes) bytes = proportionalBytes(this.#init)
    this.#peak = Math.max(this.#peak, bytes)
    if (bytes > this.#limits.memoryBytes) this.#kill('out-of-memory')
  }

  async #checkDisk(): Promise<void> {
    this.#checkingDisk = true
    const began = performance.now()
    const { workspaceBytes, workspaceEntries } = this.#limits
    const max = { bytes: workspaceBytes, entries: workspaceEntries }
    const { bytes, entries, unreadable } = await workspaceUsage(this.#workspace, max)
    const deleted = await deletedBytes(pidsInside(this.#init) ?? [])
    if (unreadable || bytes + deleted > max.bytes || entries > max.entries) this.#kill('disk-limit')
    const now = performance.now()
    this.#nextDiskCheckAt = now + (now - began) * (1 / diskShare - 1)
    this.#checkingDisk = false
  }
}
