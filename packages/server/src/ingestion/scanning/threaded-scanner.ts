import { Worker } from 'node:worker_threads'
import type { PackageAssessment, PackageScanner, PackageToScan } from '@repertoire/core/ports'
import { scannerRuleset } from '@repertoire/skill-md/scan'
import { resolveWorker } from '../../platform/threads/worker-program.ts'
import { assessmentFailed } from './assess-package.ts'
import type { ScanAnswer, ScanRequest } from './scan-messages.ts'

export interface ThreadedScannerOptions {
  /** Milliseconds of work for the rules on one package; what is not reached is `incomplete`. */
  readonly budgetMs?: number
  /** Milliseconds on the wall after which a thread that does not answer is ended, started or not. */
  readonly hangMs?: number
  /** Milliseconds without work after which the thread and its memory are released. */
  readonly idleTimeoutMs?: number
  /** The program of the thread. */
  readonly workerFile?: URL
}

export interface ThreadedScanner extends PackageScanner {
  /** Ends the thread. What waits is `incomplete`. */
  close(): Promise<void>
}

interface Waiting {
  readonly request: ScanRequest
  readonly resolve: (judgement: PackageAssessment) => void
}

/** Packages that the thread has at a time, so that it never waits for a busy event loop. */
const maxSent = 3

const program = resolveWorker(import.meta.url, 'scan-worker')

/**
 * Judges packages one after the other in a thread of its own, which is started on first use, so that the event loop
 * stays free. A package with which the thread hangs or dies is `incomplete`, and the others go on in a new thread.
 */
export function createThreadedScanner(options: ThreadedScannerOptions = {}): ThreadedScanner {
  const thread = new ScanThread(options)
  return { ruleset: scannerRuleset, scan: (item) => thread.scan(item), close: () => thread.close() }
}

class ScanThread {
  private readonly options: Required<ThreadedScannerOptions>
  private readonly queue: Waiting[] = []
  /** What the thread has, in its order: it works on the first. */
  private readonly sent: Waiting[] = []
  private worker: Worker | null = null
  private hang: NodeJS.Timeout | undefined
  private idle: NodeJS.Timeout | undefined
  private lastId = 0
  private isClosed = false

  constructor(options: ThreadedScannerOptions) {
    this.options = {
      ...{ budgetMs: 2_000, hangMs: 30_000, idleTimeoutMs: 30_000, workerFile: program.file },
      ...options,
    }
  }

  scan(item: PackageToScan): Promise<PackageAssessment> {
    if (this.isClosed)
      return Promise.resolve(assessmentFailed(item, 'came while the server closed'))
    this.lastId += 1
    const request = { id: this.lastId, item, budgetMs: this.options.budgetMs }
    return new Promise((resolve) => {
      this.queue.push({ request, resolve })
      this.next()
    })
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.idle)
    const waiting = [...this.sent.splice(0), ...this.queue.splice(0)]
    for (const { request, resolve } of waiting) {
      resolve(assessmentFailed(request.item, 'was not scanned, because the server closed'))
    }
    await this.endWorker()
  }

  private next(): void {
    while (this.sent.length < maxSent) {
      const next = this.queue.shift()
      if (!next) break
      clearTimeout(this.idle)
      this.sent.push(next)
      this.worker ??= this.start()
      this.worker.ref()
      this.worker.postMessage(next.request)
      if (this.sent.length === 1) this.watch()
    }
    if (this.sent.length > 0) return
    this.worker?.unref()
    clearTimeout(this.idle)
    this.idle = setTimeout(() => void this.endWorker(), this.options.idleTimeoutMs).unref()
  }

  /** The time of a package begins when the thread comes to it. */
  private watch(): void {
    clearTimeout(this.hang)
    this.hang = setTimeout(() => this.lose('took too long to scan'), this.options.hangMs).unref()
  }

  private start(): Worker {
    const worker = new Worker(this.options.workerFile, { execArgv: program.execArgv })
    worker.on('message', ({ id, judgement }: ScanAnswer) => {
      if (this.worker === worker && this.sent[0]?.request.id === id) this.finish(judgement)
    })
    worker.on('error', () => this.worker === worker && this.lose('made the scanner fail'))
    worker.on('exit', () => this.worker === worker && this.lose('made the scanner end'))
    return worker
  }

  /** Of the package it worked on nothing is known; the thread is replaced, and gets the others again. */
  private lose(reason: string): void {
    void this.endWorker()
    const [lost, ...others] = this.sent.splice(0)
    this.queue.unshift(...others)
    lost?.resolve(assessmentFailed(lost.request.item, reason))
    this.next()
  }

  private finish(judgement: PackageAssessment): void {
    clearTimeout(this.hang)
    this.sent.shift()?.resolve(judgement)
    if (this.sent.length > 0) this.watch()
    this.next()
  }

  private async endWorker(): Promise<void> {
    const worker = this.worker
    this.worker = null
    clearTimeout(this.hang)
    await worker?.terminate()
  }
}
