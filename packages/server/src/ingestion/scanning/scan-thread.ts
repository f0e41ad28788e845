import { Worker } from 'node:worker_threads'
import type { PackageAssessment } from '@repertoire/core/ports'
import { resolveWorker } from '../../platform/threads/worker-program.ts'
import { assessmentFailed } from './assess-package.ts'
import type { ScanAnswer, ScanRequest } from './scan-messages.ts'

export const scanProgram = resolveWorker(import.meta.url, 'scan-worker')

interface ScanThreadOptions {
  /** Milliseconds on the wall after which a thread that does not answer is ended, started or not. */
  readonly hangMs: number
  /** Milliseconds without work after which the thread and its memory are released. */
  readonly idleTimeoutMs: number
  /** The program of the thread. */
  readonly workerFile: URL
  /** Is told whenever it may be given more, and what it was given and did not come to. */
  readonly free: (returned: readonly WaitingScan[]) => void
}

export interface WaitingScan {
  readonly request: ScanRequest
  readonly resolve: (judgement: PackageAssessment) => void
}

/** A thread that judges one package after the other, started on first use and anew after it died. */
export class ScanThread {
  readonly #options: ScanThreadOptions
  /** What the thread has, in its order: it works on the first. */
  readonly #sent: WaitingScan[] = []
  #worker: Worker | null = null
  #hang: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined
  #beganAt = 0

  constructor(options: ScanThreadOptions) {
    this.#options = options
  }

  /** Packages that it has not judged yet. */
  get waiting(): number {
    return this.#sent.length
  }

  /** Milliseconds of the process's clock at which it came to the package it works on. */
  get beganAt(): number {
    return this.#beganAt
  }

  give(next: WaitingScan): void {
    clearTimeout(this.#idle)
    this.#sent.push(next)
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(next.request)
    if (this.#sent.length === 1) this.#watch()
  }

  /** Ends the thread, and returns what it has not judged. */
  async close(): Promise<readonly WaitingScan[]> {
    clearTimeout(this.#idle)
    const waiting = this.#sent.splice(0)
    await this.#endWorker()
    return waiting
  }

  /** The time of a package begins when the thread comes to it. */
  #watch(): void {
    clearTimeout(this.#hang)
    this.#beganAt = performance.now()
    const lose = () => this.#lose('took too long to scan')
    this.#hang = setTimeout(lose, this.#options.hangMs).unref()
  }

  #start(): Worker {
    const worker = new Worker(this.#options.workerFile, { execArgv: scanProgram.execArgv })
    worker.on('message', ({ id, judgement }: ScanAnswer) => {
      if (this.#worker === worker && this.#sent[0]?.request.id === id) this.#finish(judgement)
    })
    worker.on('error', () => this.#worker === worker && this.#lose('made the scanner fail'))
    worker.on('exit', () => this.#worker === worker && this.#lose('made the scanner end'))
    return worker
  }

  /** Of the package it worked on nothing is known; the others are to be judged by another. */
  #lose(reason: string): void {
    void this.#endWorker()
    const [lost, ...others] = this.#sent.splice(0)
    lost?.resolve(assessmentFailed(lost.request.item, reason))
    this.#options.free(others)
  }

  #finish(judgement: PackageAssessment): void {
    clearTimeout(this.#hang)
    this.#sent.shift()?.resolve(judgement)
    if (this.#sent.length > 0) this.#watch()
    this.#options.free([])
    if (this.#sent.length > 0) return
    this.#worker?.unref()
    this.#idle = setTimeout(() => void this.#endWorker(), this.#options.idleTimeoutMs).unref()
  }

  async #endWorker(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    clearTimeout(this.#hang)
    await worker?.terminate()
  }
}
