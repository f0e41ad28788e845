import type { TenantId } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'

/** Milliseconds that notifications of unknown changes are collected; a second server on SQLite sends many. */
const collectMs = 300

/** An open stream, and how to find out whether its credential still holds. */
export interface WatchedStream {
  readonly tenantId: TenantId
  /** Streams with the same subject share one check. */
  readonly subject: string
  readonly isValid: () => Promise<boolean>
  readonly end: () => void
}

/** Ends open streams when their credential ends, within a second of the change. */
export interface CredentialWatch {
  /** Checks at once, and after each change of credentials. Returns how to stop. */
  watch(stream: WatchedStream): () => void
  /** Called by a timer: a credential may have expired. */
  checkAll(): void
  close(): void
}

export function createCredentialWatch(store: Pick<Store, 'watch'>): CredentialWatch {
  const streams = new Set<WatchedStream>()
  let collecting: NodeJS.Timeout | undefined

  async function check(some: readonly WatchedStream[]): Promise<void> {
    const [first] = some
    const valid = first === undefined || (await first.isValid().catch(() => false))
    if (!valid) for (const stream of some) if (streams.has(stream)) stream.end()
  }

  function checkEach(some: readonly WatchedStream[]): void {
    const bySubject = Map.groupBy(some, ({ tenantId, subject }) => `${tenantId} ${subject}`)
    for (const group of bySubject.values()) void check(group)
  }

  const checkAll = () => checkEach([...streams])
  const unsubscribe = store.watch((notification) => {
    if (streams.size === 0) return
    if (notification.kind === 'credentials') {
      checkEach([...streams].filter(({ tenantId }) => tenantId === notification.tenantId))
    } else if (notification.kind === 'anything') {
      collecting ??= setTimeout(() => {
        collecting = undefined
        checkAll()
      }, collectMs).unref()
    }
  })

  return {
    watch(stream) {
      streams.add(stream)
      void check([stream])
      return () => streams.delete(stream)
    },
    checkAll,
    close() {
      unsubscribe()
      clearTimeout(collecting)
    },
  }
}
