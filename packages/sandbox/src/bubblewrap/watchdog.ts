import type { ExecutionLimits } from '../execution/execution.ts'
import { deletedBytes, workspaceUsage } from '../folders/workspace-usage.ts'
import type { KillReason } from '../outcome/outcome.ts'
import {
  maxSocketBytes,
  memoryBytesOf,
  pidsInside,
  type SandboxInit,
  type TreeUsage,
  treeUsage,
} from './process-tree.ts'
import { hasTooManyFiles } from './scratch-folders.ts'

const intervalMs = 50
/** A single process gets the kernel's signal first, which it may handle. */
const cpuGraceSeconds = 1
/** A script that stays this close to its limit of processes for so long only tries to start more. */
const processMargin = 4
const maxPollsAtProcessLimit = 2_000 / intervalMs
/** The maximal share of time spent on measuring the disk. */
const diskShare = 0.2

/** Polls one execution and kills it when its process tree or workspace exceeds a limit. */
export class Watchdog {
  readonly #init: SandboxInit
  readonly #workspace: string
  readonly #limits: ExecutionLimits
  readonly #kill: (reason: KillReason) => void
  readonly #timer: NodeJS.Timeout
  readonly #cpuBefore: number
  #cpuMs: number
  #peak = 0
  #pollsAtProcessLimit = 0
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
    const usage = treeUsage(this.#init)
    if (usage !== undefined) {
      this.#checkMemory(usage)
      this.#checkCpu(usage)
      this.#checkProcesses(usage)
    }
    if (hasTooManyFiles(this.#init)) this.#kill('too-many-files')
    if (!this.#checkingDisk && performance.now() >= this.#nextDiskCheckAt) void this.#checkDisk()
  }

  #checkMemory({ residentBytes }: TreeUsage): void {
    let bytes = residentBytes
    // Resident bytes count shared pages once per process; the exact sum is expensive.
    if (bytes > this.#limits.memoryBytes) bytes = memoryBytesOf(this.#init)
    this.#peak = Math.max(this.#peak, bytes)
    // Buffers of sockets belong to no process.
    const inSockets = maxSocketBytes(this.#init)
    if (bytes + inSockets > this.#limits.memoryBytes) this.#kill('out-of-memory')
  }

  /** The kernel's own limit is for each process, so many short ones could use the processor until the time is up. */
  #checkCpu({ cpuMs }: TreeUsage): void {
    this.#cpuMs = Math.max(this.#cpuMs, cpuMs)
    if (this.#cpuMs - this.#cpuBefore > (this.#limits.cpuSeconds + cpuGraceSeconds) * 1000)
      this.#kill('timed-out')
  }

  #checkProcesses({ threads }: TreeUsage): void {
    const isAtLimit = threads > this.#limits.processes - processMargin
    this.#pollsAtProcessLimit = isAtLimit ? this.#pollsAtProcessLimit + 1 : 0
    if (this.#pollsAtProcessLimit > maxPollsAtProcessLimit) this.#kill('process-limit')
  }

  async #checkDisk(): Promise<void> {
    this.#checkingDisk = true
    const began = performance.now()
    const { workspaceBytes, workspaceEntries } = this.#limits
    const max = { bytes: workspaceBytes, entries: workspaceEntries }
    const { bytes, entries, unreadable } = await workspaceUsage(this.#workspace, max)
    const deleted = await deletedBytes(pidsInside(this.#init) ?? [])
    if (entries > max.entries) this.#kill('too-many-files')
    if (unreadable || bytes + deleted > max.bytes) this.#kill('disk-limit')
    const now = performance.now()
    this.#nextDiskCheckAt = now + (now - began) * (1 / diskShare - 1)
    this.#checkingDisk = false
  }
}
