import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GroupLimits {
  readonly memoryBytes: number
  readonly processes: number
}

/**
 * A control group (version 2) around one process tree. It bounds what no other limit sees, such as empty
 * files on a tmpfs, and ends a tree in one write.
 */
export class ControlGroup {
  readonly folder: string

  /** Makes it below `parent` and sets its limits, before anything is in it. */
  constructor(parent: string, name: string, limits: GroupLimits) {
    this.folder = join(parent, name)
    mkdirSync(this.folder)
    this.#write('memory.max', String(limits.memoryBytes))
    this.#write('pids.max', String(limits.processes))
    // Not on every kernel: without swap accounting there is nothing to forbid.
    this.#try(() => this.#write('memory.swap.max', '0'))
    this.#try(() => this.#write('memory.oom.group', '1'))
  }

  /** One write for each: the kernel takes no lists. */
  add(pids: readonly number[]): void {
    for (const pid of pids) this.#write('cgroup.procs', String(pid))
  }

  kill(): void {
    this.#try(() => this.#write('cgroup.kill', '1'))
  }

  /** Whether the kernel ended a process of it for want of memory. */
  get ranOutOfMemory(): boolean {
    return (this.#field('memory.events', 'oom_kill') ?? 0) > 0
  }

  get cpuMs(): number | undefined {
    const micros = this.#field('cpu.stat', 'usage_usec')
    return micros === undefined ? undefined : micros / 1000
  }

  /** Undefined on kernels before 5.19. */
  get peakMemoryBytes(): number | undefined {
    const text = this.#read('memory.peak')
    return text === undefined ? undefined : Number(text)
  }

  /** Once nothing is in it. */
  remove(): void {
    this.#try(() => rmdirSync(this.folder))
  }

  #field(file: string, name: string): number | undefined {
    const value = new RegExp(`^${name} (\\d+)$`, 'm').exec(this.#read(file) ?? '')?.[1]
    return value === undefined ? undefined : Number(value)
  }

  #read(file: string): string | undefined {
    return this.#try(() => readFileSync(join(this.folder, file), 'utf8'))
  }

  #write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
  }

  #try<Value>(work: () => Value): Value | undefined {
    try {
      return work()
    } catch {
      return undefined
    }
  }
}
