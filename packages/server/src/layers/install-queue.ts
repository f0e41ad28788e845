/** How many installations run at once here, each with a layer in memory. */
const maxConcurrentInstalls = 2

interface Wish<Result> {
  /** Who asks for the same while it is made gets the same. */
  readonly key: string
  /** One at a time of each, so that nobody takes all places. */
  readonly group: string
  readonly work: () => Promise<Result>
  /** Ends the waiting, not the work, which others may wait for; what nobody waits for is not begun. */
  readonly signal: AbortSignal
}

export interface InstallQueue {
  run<Result>(wish: Wish<Result>): Promise<Result>
  /** When nothing is under way any more. */
  idle(): Promise<void>
}

interface UnderWay {
  readonly result: Promise<unknown>
  /** Who still waits. */
  readonly waiting: Set<AbortSignal>
}

export function createInstallQueue(): InstallQueue {
  /** By key: what has begun. */
  const running = new Map<string, UnderWay>()
  /** By group and key: everybody waits in their own line, also for what another wants, too. */
  const underWay = new Map<string, UnderWay>()
  const lastOf = new Map<string, Promise<unknown>>()
  const places: (() => void)[] = []
  let taken = 0

  async function place<Result>(work: () => Promise<Result>): Promise<Result> {
    // Who waits is handed the place of one that ends, so that nobody slips in between.
    if (taken >= maxConcurrentInstalls) await new Promise<void>((resolve) => places.push(resolve))
    else taken += 1
    try {
      return await work()
    } finally {
      const next = places.shift()
      if (next) next()
      else taken -= 1
    }
  }

  async function workOn<Result>({ key, group, work }: Wish<Result>): Promise<Result> {
    const own = underWay.get(nameOf(group, key))
    if (!own?.waiting.size) {
      // Who asks from here on begins anew.
      underWay.delete(nameOf(group, key))
      throw new Error('Nobody waits for it any more.')
    }
    const same = running.get(key)
    if (same) return same.result as Promise<Result>
    running.set(key, own)
    try {
      return await work()
    } finally {
      running.delete(key)
    }
  }

  function begin<Result>(wish: Wish<Result>): UnderWay {
    const { key, group } = wish
    const name = nameOf(group, key)
    const before = lastOf.get(group) ?? Promise.resolve()
    // Who waits for the work of another takes no place meanwhile.
    const result = before.then(() => running.get(key)?.result ?? place(() => workOn(wish)))
    const begun: UnderWay = { waiting: new Set(), result }
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(name) === begun) underWay.delete(name)
        if (lastOf.get(group) === settled) lastOf.delete(group)
      })
    underWay.set(name, begun)
    lastOf.set(group, settled)
    return begun
  }

  return {
    run: async <Result>(wish: Wish<Result>) => {
      wish.signal.throwIfAborted()
      const { key, group, signal } = wish
      const own = running.get(key) ?? underWay.get(nameOf(group, key)) ?? begin(wish)
      own.waiting.add(signal)
      try {
        return await untilAborted(own.result as Promise<Result>, signal)
      } finally {
        own.waiting.delete(signal)
      }
    },
    idle: async () => {
      while (underWay.size > 0)
        await Promise.allSettled([...underWay.values()].map(({ result }) => result))
    },
  }
}

const nameOf = (group: string, key: string): string => JSON.stringify([group, key])

function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
