import { availableParallelism } from 'node:os'
import type { PackageAssessment, PackageScanner, PackageToScan } from '@repertoire/core/ports'
import { scannerRuleset } from '@repertoire/skill-md/scan'
import { assessmentFailed } from './assess-package.ts'
import { ScanThread, scanProgram, type WaitingScan } from './scan-thread.ts'

export interface ThreadedScannerOptions {
  /** Threads at a time, at least 1. By default one fewer than the machine has processors, from 2 to 4. */
  readonly threads?: number
  /** Milliseconds of work for the rules on one package; what is not reached is `incomplete`. */
  readonly budgetMs?: number
  /** Milliseconds on the wall after which a thread that does not answer is ended, started or not. */
  readonly hangMs?: number
  /** Milliseconds without work after which a thread and its memory are released. */
  readonly idleTimeoutMs?: number
  /** The program of a thread. */
  readonly workerFile?: URL
}

export interface ThreadedScanner extends PackageScanner {
  /** Ends the threads. What waits is `incomplete`. */
  close(): Promise<void>
}

/** With two, a package that takes all its time does not keep others waiting. */
const defaultThreads = Math.min(4, Math.max(2, availableParallelism() - 1))

/** Packages that a thread has at a time, so that it never waits for a busy event loop. */
const maxGiven = 3

/**
 * Judges packages in threads of their own, so that the event loop stays free. A thread is started when the others have
 * work. A package with which a thread hangs or dies is `incomplete`, and the others go on in another thread.
 */
export function createThreadedScanner(options: ThreadedScannerOptions = {}): ThreadedScanner {
  const pool = new ScanPool(options)
  return { ruleset: scannerRuleset, scan: (item) => pool.scan(item), close: () => pool.close() }
}

class ScanPool {
  readonly #budgetMs: number
  readonly #threads: readonly ScanThread[]
  readonly #queue: WaitingScan[] = []
  #lastId = 0
  #isClosed = false

  constructor(options: ThreadedScannerOptions) {
    const { threads = defaultThreads, budgetMs = 2_000, ...given } = options
    this.#budgetMs = budgetMs
    const free = (returned: readonly WaitingScan[]) => {
      this.#queue.unshift(...returned)
      this.#next()
    }
    const defaults = { hangMs: 30_000, idleTimeoutMs: 30_000, workerFile: scanProgram.file }
    this.#threads = Array.from(
      { length: threads },
      () => new ScanThread({ ...defaults, ...given, free }),
    )
  }

  scan(item: PackageToScan): Promise<PackageAssessment> {
    if (this.#isClosed)
      return Promise.resolve(assessmentFailed(item, 'came while the server closed'))
    this.#lastId += 1
    const request = { id: this.#lastId, item, budgetMs: this.#budgetMs }
    return new Promise((resolve) => {
      this.#queue.push({ request, resolve })
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const given = await Promise.all(this.#threads.map((thread) => thread.close()))
    for (const { request, resolve } of [...given.flat(), ...this.#queue.splice(0)]) {
      resolve(assessmentFailed(request.item, 'was not scanned, because the server closed'))
    }
  }

  #next(): void {
    while (!this.#isClosed) {
      const thread = freest(this.#threads)
      if (thread.waiting >= maxGiven) return
      const next = this.#queue.shift()
      if (!next) return
      thread.give(next)
    }
  }
}

/** Of those with the fewest packages, the one that has been at its own for the shortest time: another may hang. */
function freest(threads: readonly ScanThread[]): ScanThread {
  return threads.reduce((best, one) => {
    if (one.waiting !== best.waiting) return one.waiting < best.waiting ? one : best
    return one.waiting > 0 && one.beganAt > best.beganAt ? one : best
  })
}
