import { SandboxRefusal } from '../execution/execution.ts'
import { FairQueue } from './fair-queue.ts'

export interface ConcurrencyLimits {
  /** Concurrent holders. */
  readonly concurrency: number
  /** Queued requests before further ones are rejected. */
  readonly queueLimit: number
}

interface Waiting {
  readonly acquire: () => void
  readonly reject: (refusal: SandboxRefusal) => void
}

/** A semaphore with a fair, bounded queue. */
export class ConcurrencyLimiter {
  readonly #options: ConcurrencyLimits
  readonly #queue = new FairQueue<Waiting>()
  #active = 0
  #closed = false
  /** Moving average of the time a slot is held; used for the retry time of rejected requests. */
  #averageHoldMs = 1_000
  #onIdle: (() => void)[] = []

  constructor(options: ConcurrencyLimits) {
    this.#options = options
  }

  get active(): number {
    return this.#active
  }

  get waiting(): number {
    return this.#queue.size
  }

  /**
   * Resolves with the function that releases the slot, or `undefined` when `signal` is aborted while waiting.
   * Throws `sandbox.queue-full` and `sandbox.stopping`.
   */
  async acquire(key: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
    if (this.#closed) throw stopping()
    if (signal?.aborted) return undefined
    if (this.#active < this.#options.concurrency) {
      this.#active += 1
      return this.#createRelease()
    }
    if (this.#queue.size >= this.#options.queueLimit) throw this.#queueFull()
    return (await this.#wait(key, signal)) ? this.#createRelease() : undefined
  }

  /**
   * Rejects waiting and new requests; resolves when the last slot is released. Calls `cancelAll` if that takes
   * longer than `graceMs`.
   */
  async close(graceMs: number, cancelAll: () => void): Promise<void> {
    this.#closed = true
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) next.reject(stopping())
    if (this.#active === 0) return
    const timer = setTimeout(cancelAll, graceMs)
    await new Promise<void>((resolve) => this.#onIdle.push(resolve))
    clearTimeout(timer)
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const removeListener = (): void => signal?.removeEventListener('abort', abort)
      const item: Waiting = {
        acquire: () => {
          removeListener()
          resolve(true)
        },
        reject: (refusal) => {
          removeListener()
          reject(refusal)
        },
      }
      const abort = (): void => {
        if (this.#queue.remove(key, item)) resolve(false)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#queue.push(key, item)
    })
  }

  #createRelease(): () => void {
    const since = performance.now()
    let left = false
    return () => {
      if (left) return
      left = true
      this.#averageHoldMs += (performance.now() - since - this.#averageHoldMs) / 8
      const next = this.#queue.shift()
      if (next) return next.acquire()
      this.#active -= 1
      if (this.#active === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
    }
  }

  #queueFull(): SandboxRefusal {
    const { concurrency, queueLimit } = this.#options
    const seconds = Math.max(
      1,
      Math.ceil((this.#averageHoldMs * queueLimit) / concurrency / 1_000 / 4),
    )
    return new SandboxRefusal(
      'sandbox.queue-full',
      `${queueLimit} executions are queued already; try again in ${seconds} seconds.`,
      seconds,
    )
  }
}

function stopping(): SandboxRefusal {
  return new SandboxRefusal('sandbox.stopping', 'The sandbox is shutting down; try another one.')
}
