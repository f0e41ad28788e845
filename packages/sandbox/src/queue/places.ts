import { SandboxRefusal } from '../execution.ts'
import { FairQueue } from './fair-queue.ts'

export interface PlacesOptions {
  /** How many run at once. */
  readonly concurrency: number
  /** How many may wait. */
  readonly queueLimit: number
}

interface Waiting {
  readonly enter: () => void
  readonly refuse: (refusal: SandboxRefusal) => void
}

/** What it takes to run: a place. Those who find none wait, fairly by key, up to a limit. */
export class Places {
  readonly #options: PlacesOptions
  readonly #queue = new FairQueue<Waiting>()
  #taken = 0
  #closed = false
  /** Milliseconds a place was held, smoothed; tells the refused when to come again. */
  #heldMs = 1_000
  #emptied: (() => void)[] = []

  constructor(options: PlacesOptions) {
    this.#options = options
  }

  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return this.#queue.size
  }

  /**
   * Resolves with the function that gives the place back. `undefined` when `signal` was aborted while
   * waiting. Throws `sandbox.queue-full` and `sandbox.stopping`.
   */
  async enter(key: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
    if (this.#closed) throw stopping()
    if (signal?.aborted) return undefined
    if (this.#taken < this.#options.concurrency) {
      this.#taken += 1
      return this.#leaveOnce()
    }
    if (this.#queue.size >= this.#options.queueLimit) throw this.#full()
    return (await this.#wait(key, signal)) ? this.#leaveOnce() : undefined
  }

  /**
   * Refuses all who wait and who come; resolves when the last place is given back. Calls `endAll` when that
   * takes longer than `graceMs`.
   */
  async close(graceMs: number, endAll: () => void): Promise<void> {
    this.#closed = true
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) next.refuse(stopping())
    if (this.#taken === 0) return
    const timer = setTimeout(endAll, graceMs)
    await new Promise<void>((resolve) => this.#emptied.push(resolve))
    clearTimeout(timer)
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const settle = (): void => signal?.removeEventListener('abort', abort)
      const item: Waiting = {
        enter: () => {
          settle()
          resolve(true)
        },
        refuse: (refusal) => {
          settle()
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

  #leaveOnce(): () => void {
    const since = performance.now()
    let left = false
    return () => {
      if (left) return
      left = true
      this.#heldMs += (performance.now() - since - this.#heldMs) / 8
      const next = this.#queue.shift()
      if (next) return next.enter()
      this.#taken -= 1
      if (this.#taken === 0) for (const resolve of this.#emptied.splice(0)) resolve()
    }
  }

  #full(): SandboxRefusal {
    const { concurrency, queueLimit } = this.#options
    const seconds = Math.max(1, Math.ceil((this.#heldMs * queueLimit) / concurrency / 1_000 / 4))
    return new SandboxRefusal(
      'sandbox.queue-full',
      `${queueLimit} executions are waiting already; come again in ${seconds} seconds.`,
      seconds,
    )
  }
}

function stopping(): SandboxRefusal {
  return new SandboxRefusal('sandbox.stopping', 'The sandbox is shutting down; try another one.')
}
