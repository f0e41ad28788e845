import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GroupLimits {
  readonly memoryBytes: number
  readonly processes: number
}

/**
 * A control group (version 2) around one process tree. It limits what no other limit counts, such as empty
 * files on a tmpfs, and kills a tree in one write.
 */
export class ControlGroup {
  readonly folder: string

  /** Creates the group below `parent` and sets its limits. */
  constructor(parent: string, name: string, limits: GroupLimits) {
    this.folder = join(parent, name)
    mkdirSync(this.folder)
    this.#write('memory.max', String(limits.memoryBytes))
    this.#write('pids.max', String(limits.processes))
    // Missing on kernels without swap accounting.
    this.#try(() => this.#write('memory.swap.max', '0'))
    this.#try(() => this.#write('memory.oom.group', '1'))
  }

  /** The kernel accepts one PID per write. */
  add(pids: readonly number[]): void {
    for (const pid of pids) this.#write('cgroup.procs', String(pid))
  }

  kill(): void {
    this.#try(() => this.#write('cgroup.kill', '1'))
  }

  /** Whether the kernel killed a process of the group for lack of memory. */
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

  /** Call it once the group is empty. */
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
