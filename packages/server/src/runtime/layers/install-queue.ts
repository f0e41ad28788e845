import { ConcurrencyLimiter } from '@repertoire/sandbox/queue'

/** Concurrent installations, each with a layer in memory. */
const maxConcurrentInstalls = 2

interface InstallRequest<Result> {
  /** Concurrent requests with the same key share one installation. */
  readonly key: string
  /** `organisation/person`: organisations take turns, then their people, and no organisation takes all slots. */
  readonly group: string
  readonly work: () => Promise<Result>
  /** Ends the waiting, not the work, which others may share. Work that nobody waits for is not started. */
  readonly signal: AbortSignal
}

export interface InstallQueue {
  run<Result>(request: InstallRequest<Result>): Promise<Result>
  /** Resolves when nothing is running or queued. */
  idle(): Promise<void>
}

interface PendingInstall {
  readonly result: Promise<unknown>
  /** The signals of those who still wait. */
  readonly waiting: Set<AbortSignal>
}

export function createInstallQueue(): InstallQueue {
  /** Started installations, by key. */
  const running = new Map<string, PendingInstall>()
  /**
   * Queued and started installations, by group and key. Each group has its own queue, also for work that
   * another group shares.
   */
  const pending = new Map<string, PendingInstall>()
  const limiter = new ConcurrencyLimiter({
    concurrency: maxConcurrentInstalls,
    queueLimit: Number.POSITIVE_INFINITY,
  })

  async function runInstall<Result>({ key, group, work }: InstallRequest<Result>): Promise<Result> {
    const pendingInstall = pending.get(nameOf(group, key))
    if (!pendingInstall?.waiting.size) {
      // A later request starts anew.
      pending.delete(nameOf(group, key))
      throw new Error('Nobody waits for this installation any more.')
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

  /** Waiting for another group's installation of the same packages takes no slot. */
  async function inSlot<Result>(request: InstallRequest<Result>): Promise<unknown> {
    const release = await limiter.acquire(request.group)
    const same = running.get(request.key)
    if (same) {
      release?.()
      return same.result
    }
    try {
      return await runInstall(request)
    } finally {
      release?.()
    }
  }

  function start<Result>(request: InstallRequest<Result>): PendingInstall {
    const { key, group } = request
    const name = nameOf(group, key)
    const result = inSlot(request)
    const started: PendingInstall = { waiting: new Set(), result }
    void result
      .catch(() => undefined)
      .finally(() => {
        if (pending.get(name) === started) pending.delete(name)
      })
    pending.set(name, started)
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
