import { setImmediate } from 'node:timers/promises'
import type { ConversationId, TenantId } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'
import { projectUsage } from '@repertoire/core/report'
import { createRepeatedTask } from '../../platform/system/repeated-task.ts'
import type { Timers } from '../../platform/system/timers.ts'

const drainMs = 2_000
const yieldToEventLoop = () => setImmediate()
/** Changed conversations that are remembered one by one; beyond them the whole organisation is looked through. */
const maxRemembered = 1_000

/**
 * Keeps the numbers of conversations up to date from their logs, some seconds behind. Every replica may run one: what
 * two of them write counts once.
 */
export interface UsageProjector {
  /** Catches up with what happened while no server ran, and then follows the change feed. */
  start(): void
  /** Resolves when everything noticed so far is written. */
  settle(): Promise<void>
  /** Ends after the conversation at hand. */
  stop(): Promise<void>
}

export interface UsageProjectorOptions {
  readonly store: Store
  readonly timers: Pick<Timers, 'every'>
  readonly onError: (error: unknown) => void
}

export function createUsageProjector(options: UsageProjectorOptions): UsageProjector {
  const { store, timers, onError } = options
  /** Null: any of its conversations may have changed. */
  let changed = new Map<TenantId, Set<ConversationId> | null>()
  let isAnything = false
  let stopWatching = () => {}

  function note(tenantId: TenantId, id: ConversationId): void {
    const known = changed.get(tenantId)
    if (known === null) return
    const ids = known ?? new Set()
    ids.add(id)
    changed.set(tenantId, ids.size > maxRemembered ? null : ids)
  }

  async function drain(isStopped: () => boolean): Promise<void> {
    if (isAnything) {
      isAnything = false
      for (const { id } of await store.directory.tenants()) changed.set(id, null)
    }
    const noticed = changed
    changed = new Map()
    for (const [tenantId, ids] of noticed) {
      if (isStopped()) return
      const work = { stopped: isStopped, yieldToEventLoop, ...(ids && { ids: [...ids] }) }
      await projectUsage(store.tenant(tenantId), work).catch((error: unknown) => {
        changed.set(tenantId, null)
        onError(error)
      })
    }
  }

  const draining = createRepeatedTask({ timers, intervalMs: drainMs, work: drain, onError })

  return {
    start: () => {
      isAnything = true
      stopWatching = store.watch((notification) => {
        if (notification.kind === 'anything') isAnything = true
        if (notification.kind !== 'conversation') return
        note(notification.tenantId, notification.conversationId)
      })
      draining.start()
    },
    settle: draining.run,
    stop: async () => {
      stopWatching()
      await draining.stop()
    },
  }
}
