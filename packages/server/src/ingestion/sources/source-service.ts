import {
  isProblemError,
  ProblemError,
  type SourceId,
  type TenantId,
  type TraceId,
} from '@repertoire/core/base'
import type { SkillSource } from '@repertoire/core/domain'
import {
  beginSync,
  runSync,
  type SyncDeps,
  type SyncRequest,
  syncRunning,
} from '@repertoire/core/ingest'
import { ConcurrencyLimiter } from '@repertoire/sandbox/queue'
import type { Logger } from 'pino'

/** Sources that one server reads at a time. Organisations take turns, and the last place is for one that has none. */
const maxConcurrentSyncs = 3

export interface StartSync {
  readonly id: SourceId
  readonly traceId: TraceId
  readonly isForced: boolean
}

/** Runs the syncs of this server. Of many replicas the one that starts first syncs a source. */
export interface SourceService {
  /** Resolves when the sync is marked; it goes on by itself. Throws ProblemError `source.*`. */
  start(tenantId: TenantId, request: StartSync): Promise<SkillSource>
  /** Resolves when the sync is over, also one that this server runs already. Throws like `start`. */
  sync(tenantId: TenantId, request: StartSync): Promise<void>
  /** Resolves when none of this server's syncs runs. */
  idle(): Promise<void>
  /** Hands those that run back; what they have read is kept, and another server goes on. */
  stop(): Promise<void>
}

export interface SourceServiceOptions {
  readonly depsOf: (tenantId: TenantId) => SyncDeps
  /** Never throws. */
  readonly beforeSync: (tenantId: TenantId) => Promise<void>
  readonly logger: Logger
}

export function createSourceService({
  depsOf,
  beforeSync,
  logger,
}: SourceServiceOptions): SourceService {
  const limiter = new ConcurrencyLimiter({
    concurrency: maxConcurrentSyncs,
    queueLimit: Number.POSITIVE_INFINITY,
  })
  const running = new Map<SourceId, Promise<void>>()
  const stopping = new AbortController()

  async function run(tenantId: TenantId, source: SkillSource, request: SyncRequest): Promise<void> {
    try {
      await runSync(depsOf(tenantId), source, request)
    } catch (error) {
      // Another attempt took over, or the source was removed.
      if (isProblemError(error) && error.problem.code === 'source.lease-lost') return
      logger.error({ err: error, source_id: source.id }, 'a source could not be synced')
    }
  }

  async function turnOf(tenantId: TenantId, { id }: Pick<SyncRequest, 'id'>, signal: AbortSignal) {
    const release = await limiter.acquire(`${tenantId}/${id}`, signal)
    if (release) await beforeSync(tenantId)
    return release
  }

  async function start(tenantId: TenantId, { id, traceId, isForced }: StartSync) {
    const deps = depsOf(tenantId)
    const owner = deps.ids.next('syn')
    const turn = (signal: AbortSignal) => turnOf(tenantId, { id }, signal)
    const request = { id, owner, traceId, isForced, signal: stopping.signal, turn }
    const source = await beginSync(deps, request)
    if (!source) {
      const known = await deps.store.sources.get(id)
      throw new ProblemError(syncRunning(known?.leaseUntil ?? null))
    }
    const work: Promise<void> = run(tenantId, source, request).finally(() => {
      if (running.get(id) === work) running.delete(id)
    })
    running.set(id, work)
    return source
  }

  return {
    start,
    sync: async (tenantId, request) => {
      if (!running.has(request.id)) await start(tenantId, request)
      await running.get(request.id)
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running.values())
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
