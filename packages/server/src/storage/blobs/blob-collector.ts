import type { TenantId } from '@repertoire/core/base'
import { dayOf, firstLoggedDay } from '@repertoire/core/domain'
import { rejectedFilesRetention } from '@repertoire/core/ingest'
import { collectBlobs } from '@repertoire/core/keep'
import type { Clock, Store } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import type { Timers } from '../../platform/system/timers.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Delay of the first collection, so that it does not compete with the start. */
const startDelayMs = 5 * minute
/** Number of rows whose files are dropped in one statement. */
const batchSize = 200

export interface BlobCollectorSettings {
  /** How long unreferenced bytes are kept; at least 1. */
  readonly graceHours: number
  /** How long output files of scripts that people ran by hand are kept; 0 is for ever. */
  readonly outputDays: number
}

/**
 * Garbage collector of blobs: removes bytes that nothing references any more. Every replica may run one.
 */
export interface BlobCollector {
  /** Collects in every organisation some minutes from now, and then once an hour. */
  start(): void
  /** One collection, now. */
  collect(): Promise<void>
  /** Starts no further collection, and ends the current one soon. */
  stop(): Promise<void>
}

export interface BlobCollectorOptions extends BlobCollectorSettings {
  readonly store: Store
  readonly clock: Clock
  readonly timers: Timers
  readonly logger: Pick<Logger, 'info' | 'warn'>
}

export function createBlobCollector(options: BlobCollectorOptions): BlobCollector {
  const { store, clock, timers, logger, outputDays, graceHours } = options
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let stopTimer = () => {}

  async function dropOutputs(tenantId: TenantId): Promise<number> {
    if (outputDays === 0) return 0
    const by = clock.now() - outputDays * day
    const why = `files of scripts run by hand are kept for ${outputDays} days`
    const { executions } = store.tenant(tenantId)
    return inBatches((limit) => executions.dropOutputs({ by, why, limit }))
  }

  function dropRejected(tenantId: TenantId): Promise<number> {
    const by = clock.now() - rejectedFilesRetention
    const { reviews } = store.tenant(tenantId)
    return inBatches((limit) => reviews.dropRejected(by, limit))
  }

  /** The log of searches goes as soon as it is switched off. */
  async function dropSearches(tenantId: TenantId): Promise<number> {
    const { settings, searchLog } = store.tenant(tenantId)
    const now = await settings.get()
    return searchLog.removeBefore(firstLoggedDay(dayOf(clock.now()), now.settings))
  }

  async function inBatches(drop: (limit: number) => Promise<number>): Promise<number> {
    let dropped = 0
    for (;;) {
      const count = await drop(batchSize)
      dropped += count
      if (count < batchSize || stopping.signal.aborted) return dropped
    }
  }

  async function collectTenant(tenantId: TenantId): Promise<void> {
    const outputsDropped = await dropOutputs(tenantId)
    const rejectedDropped = await dropRejected(tenantId)
    const searchesDropped = await dropSearches(tenantId)
    const collected = await collectBlobs(store.tenant(tenantId).blobs, {
      clock,
      graceMs: graceHours * hour,
      stopped: () => stopping.signal.aborted,
    })
    const { removed, marked } = collected
    if (removed + marked + outputsDropped + rejectedDropped + searchesDropped === 0) return
    const counts = { removed, marked, outputsDropped, rejectedDropped, searchesDropped }
    logger.info({ tenantId, ...counts }, 'collected unused files')
  }

  /** A failure in one organisation does not stop the others. */
  async function collectAll(): Promise<void> {
    for (const { id } of await store.directory.tenants()) {
      if (stopping.signal.aborted) return
      await collectTenant(id).catch((err: unknown) => {
        logger.warn({ err, tenantId: id }, 'could not collect unused files')
      })
    }
  }

  function collect(): Promise<void> {
    running ??= collectAll()
      .catch((err: unknown) => logger.warn({ err }, 'could not collect unused files'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    start: () => {
      stopTimer = timers.every(hour, () => void collect())
      void timers.wait(startDelayMs, stopping.signal).then(() => {
        if (!stopping.signal.aborted) void collect()
      })
    },
    collect,
    stop: async () => {
      stopping.abort()
      stopTimer()
      await running
    },
  }
}
