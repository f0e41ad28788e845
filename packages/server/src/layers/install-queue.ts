/** How many installations run at once here, each with a layer in memory. */
const mostAtOnce = 2

interface Wish<Result> {
  /** Who asks for the same while it is under way gets the same. */
  readonly key: string
  /** One at a time of each, so that nobody takes all places. */
  readonly group: string
  readonly work: () => Promise<Result>
  /** Ends the waiting, not the work, which others may wait for. */
  readonly signal: AbortSignal
}

export interface InstallQueue {
  run<Result>(wish: Wish<Result>): Promise<Result>
  /** When nothing is under way any more. */
  idle(): Promise<void>
}

export function createInstallQueue(): InstallQueue {
  const underWay = new Map<string, Promise<unknown>>()
  const lastOf = new Map<string, Promise<unknown>>()
  const waiting: (() => void)[] = []
  let running = 0

  async function place<Result>(work: () => Promise<Result>): Promise<Result> {
    // Who waits is handed the place of one that ends, so that nobody slips in between.
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  function begin<Result>({ key, group, work }: Wish<Result>): Promise<Result> {
    const before = lastOf.get(group) ?? Promise.resolve()
    const result = before.then(() => place(work))
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(key) === result) underWay.delete(key)
        if (lastOf.get(group) === settled) lastOf.delete(group)
      })
    underWay.set(key, result)
    lastOf.set(group, settled)
    return result
  }

  return {
    run: async <Result>(wish: Wish<Result>) => {
      wish.signal.throwIfAborted()
      const result = (underWay.get(wish.key) as Promise<Result> | undefined) ?? begin(wish)
      return untilAborted(result, wish.signal)
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay.values())
    },
  }
}

function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
