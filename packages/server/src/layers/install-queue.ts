/** How many installations run at once here, each with a layer in memory. */
const maxConcurrentInstalls = 2

interface InstallRequest<Result> {
  /** Who asks for the same while it is made gets the same. */
  readonly key: string
  /** One at a time of each, so that nobody takes all places. */
  readonly group: string
  readonly work: () => Promise<Result>
  /** Ends the waiting, not the work, which others may wait for; what nobody waits for is not begun. */
  readonly signal: AbortSignal
}

export interface InstallQueue {
  run<Result>(request: InstallRequest<Result>): Promise<Result>
  /** When nothing is under way any more. */
  idle(): Promise<void>
}

interface PendingInstall {
  readonly result: Promise<unknown>
  /** Who still waits. */
  readonly waiting: Set<AbortSignal>
}

export function createInstallQueue(): InstallQueue {
  /** By key: what has begun. */
  const running = new Map<string, PendingInstall>()
  /** By group and key: everybody waits in their own line, also for what another wants, too. */
  const pending = new Map<string, PendingInstall>()
  const tailOf = new Map<string, Promise<unknown>>()
  const slotWaiters: (() => void)[] = []
  let usedSlots = 0

  async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    // Who waits is handed the place of one that ends, so that nobody slips in between.
    if (usedSlots >= maxConcurrentInstalls)
      await new Promise<void>((resolve) => slotWaiters.push(resolve))
    else usedSlots += 1
    try {
      return await work()
    } finally {
      const next = slotWaiters.shift()
      if (next) next()
      else usedSlots -= 1
    }
  }

  async function runInstall<Result>({ key, group, work }: InstallRequest<Result>): Promise<Result> {
    const pendingInstall = pending.get(nameOf(group, key))
    if (!pendingInstall?.waiting.size) {
      // Who asks from here on begins anew.
      pending.delete(nameOf(group, key))
      throw new Error('Nobody waits for it any more.')
    }
    const same = running.get(key)
    if (same) return same.result as Promise<Result>
    running.set(key, pendingInstall)
    try {
      return await work()
    } finally {
      running.delete(key)
    }
  }

  function start<Result>(request: InstallRequest<Result>): PendingInstall {
    const { key, group } = request
    const name = nameOf(group, key)
    const previous = tailOf.get(group) ?? Promise.resolve()
    // Who waits for the work of another takes no place meanwhile.
    const result = previous.then(
      () => running.get(key)?.result ?? withSlot(() => runInstall(request)),
    )
    const started: PendingInstall = { waiting: new Set(), result }
    const done = result
      .catch(() => undefined)
      .finally(() => {
        if (pending.get(name) === started) pending.delete(name)
        if (tailOf.get(group) === done) tailOf.delete(group)
      })
    pending.set(name, started)
    tailOf.set(group, done)
    return started
  }

  return {
    run: async <Result>(request: InstallRequest<Result>) => {
      request.signal.throwIfAborted()
      const { key, group, signal } = request
      const pendingInstall = running.get(key) ?? pending.get(nameOf(group, key)) ?? start(request)
      pendingInstall.waiting.add(signal)
      try {
        return await orAborted(pendingInstall.result as Promise<Result>, signal)
      } finally {
        pendingInstall.waiting.delete(signal)
      }
    },
    idle: async () => {
      while (pending.size > 0)
        await Promise.allSettled([...pending.values()].map(({ result }) => result))
    },
  }
}

const nameOf = (group: string, key: string): string => JSON.stringify([group, key])

function orAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
