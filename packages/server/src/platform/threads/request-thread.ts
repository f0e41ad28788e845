import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads'
import type { WorkerProgram } from './worker-program.ts'

export interface RequestThreadOptions {
  readonly program: WorkerProgram
  /** Milliseconds without work after which the thread and its memory are released. */
  readonly idleMs: number
  /** Milliseconds after which a thread that does not answer is ended; without it, never. */
  readonly hangMs?: number
  readonly resourceLimits?: ResourceLimits
  /** What a request throws whose thread ended before it answered. */
  readonly lost: (why: string) => Error
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  readonly timeout: NodeJS.Timeout | undefined
}

/**
 * A thread that answers requests by their `id`, one after the other. It is started on first use; when it dies, its requests
 * fail, and the next one starts another.
 */
export class RequestThread<Request extends object, Answer extends { readonly id: number }> {
  readonly #options: RequestThreadOptions
  readonly #waiting = new Map<number, Waiting<Answer>>()
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(options: RequestThreadOptions) {
    this.#options = options
  }

  /** What is transferred cannot be used afterwards. */
  request(work: Request, transfer: readonly TransferListItem[] = []): Promise<Answer> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    worker.ref()
    this.#lastId += 1
    const id = this.#lastId
    const { hangMs } = this.#options
    return new Promise((resolve, reject) => {
      const isStuck = () => this.#lose(worker, 'The thread did not answer.')
      const timeout = hangMs === undefined ? undefined : setTimeout(isStuck, hangMs).unref()
      this.#waiting.set(id, { resolve, reject, timeout })
      worker.postMessage({ ...work, id }, transfer)
    })
  }

  /** Ends the thread; what waits fails. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    this.#failAll('The server is closing.')
    await worker?.terminate()
  }

  #start(): Worker {
    const { program, resourceLimits = {} } = this.#options
    const worker = new Worker(program.file, { execArgv: [...program.execArgv], resourceLimits })
    worker.on('message', (answer: Answer) => this.#finish(answer))
    worker.on('error', ({ message }) => this.#lose(worker, message))
    worker.on('exit', (code) => this.#lose(worker, `The thread ended with ${code}.`))
    return worker
  }

  #finish(answer: Answer): void {
    const done = this.#waiting.get(answer.id)
    if (!done) return
    this.#waiting.delete(answer.id)
    clearTimeout(done.timeout)
    done.resolve(answer)
    if (this.#waiting.size > 0) return
    this.#worker?.unref()
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMs).unref()
  }

  #lose(worker: Worker, why: string): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#failAll(why)
    void worker.terminate()
  }

  #failAll(why: string): void {
    for (const { reject, timeout } of this.#waiting.values()) {
      clearTimeout(timeout)
      reject(this.#options.lost(why))
    }
    this.#waiting.clear()
  }
}
