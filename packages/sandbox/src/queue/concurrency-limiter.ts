import { SandboxRejection } from '../execution/execution.ts'
import { FairQueue, groupOf } from './fair-queue.ts'

export interface ConcurrencyLimits {
  /** Concurrent holders. */
  readonly concurrency: number
  /** Queued requests before further ones are rejected. */
  readonly queueLimit: number
}

interface Waiting {
  readonly acquire: () => void
  readonly reject: (refusal: SandboxRejection) => void
}

/**
 * A semaphore with a fair, bounded queue. A key `group/member` takes a further slot only while more slots are
 * free than it holds, and the last free slot is for a group that holds none: nobody holds all of them, however
 * long theirs run. Other keys have no share.
 */
export class ConcurrencyLimiter {
  readonly #options: ConcurrencyLimits
  readonly #queue = new FairQueue<Waiting>()
  /** By key, and by group. */
  readonly #held = new Map<string, number>()
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
    if (this.#mayTake(key)) return this.#take(key)
    if (this.#queue.size >= this.#options.queueLimit) throw this.#queueFull()
    return this.#wait(key, signal)
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

  #mayTake(key: string): boolean {
    const free = this.#options.concurrency - this.#active
    if (free <= 0) return false
    if (!key.includes('/')) return true
    return free > this.#heldBy(key) && (free > 1 || this.#heldBy(groupOf(key)) === 0)
  }

  #heldBy(name: string): number {
    return this.#held.get(name) ?? 0
  }

  #addHeld(key: string, change: 1 | -1): void {
    for (const name of new Set([key, groupOf(key)])) {
      const held = this.#heldBy(name) + change
      if (held > 0) this.#held.set(name, held)
      else this.#held.delete(name)
    }
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<(() => void) | undefined> {
    return new Promise((resolve, reject) => {
      const removeListener = (): void => signal?.removeEventListener('abort', abort)
      const item: Waiting = {
        acquire: () => {
          removeListener()
          resolve(this.#take(key))
        },
        reject: (refusal) => {
          removeListener()
          reject(refusal)
        },
      }
      const abort = (): void => {
        if (this.#queue.remove(key, item)) resolve(undefined)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#queue.push(key, item)
    })
  }

  /** Takes a free slot; returns how to release it. */
  #take(key: string): () => void {
    this.#active += 1
    this.#addHeld(key, 1)
    const since = performance.now()
    let left = false
    return () => {
      if (left) return
      left = true
      this.#averageHoldMs += (performance.now() - since - this.#averageHoldMs) / 8
      this.#release(key)
    }
  }

  #release(key: string): void {
    this.#active -= 1
    this.#addHeld(key, -1)
    const mayTake = (other: string): boolean => this.#mayTake(other)
    for (let next = this.#queue.shift(mayTake); next; next = this.#queue.shift(mayTake))
      next.acquire()
    if (this.#active === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  #queueFull(): SandboxRejection {
    const { concurrency, queueLimit } = this.#options
    const seconds = Math.max(
      1,
      Math.ceil((this.#averageHoldMs * queueLimit) / concurrency / 1_000 / 4),
    )
    return new SandboxRejection(
      'sandbox.queue-full',
      `${queueLimit} executions are queued already; try again in ${seconds} seconds.`,
      seconds,
    )
  }
}

function stopping(): SandboxRejection {
  return new SandboxRejection('sandbox.stopping', 'The sandbox is shutting down; try another one.')
}
