import { createSkillSearch, type SkillSearchService } from '@repertoire/core/choose'
import type { Store } from '@repertoire/core/ports'
import { type OpenIndexStorage, openIndexStorage } from '@repertoire/store'
import { wordVectors } from '@repertoire/word-vectors'
import type { Logger } from 'pino'
import { sha256, systemClock } from '../platform/system/system-ports.ts'
import { systemTimers } from '../platform/system/timers.ts'
import { readVersion } from '../platform/system/version.ts'
import type { ServerMetrics } from '../runtime/metrics/server-metrics.ts'
import { debounceChangeNotifications } from '../search/index/debounce-change-notifications.ts'
import { createIndexPreload, type IndexPreload } from '../search/index/index-preload.ts'
import { createIndexWriter } from '../search/index/index-writer.ts'
import { createThreadedSegmentBuilder } from '../search/index/threaded-segment-builder.ts'
import type { Config } from './config/config.ts'
import { openEmbedding } from './open-embedding.ts'

const hourMs = 60 * 60_000

export interface SearchParts {
  readonly logger: Logger
  readonly metrics: ServerMetrics | undefined
  /** The store is the one that the configuration names, so its indexes may be kept beside it. */
  readonly isConfigured: boolean
}

export interface OpenSearch {
  readonly search: SkillSearchService
  readonly warmer: IndexPreload
  /** Ends writing, then drops every index. */
  readonly closeSearch: () => Promise<void>
}

export type SearchConfig = Pick<
  Config,
  'dataDir' | 'blobsUrl' | 'searchMemoryBytes' | 'embeddingModel' | 'outboundAllow'
>

/** Search over indexes that are kept between starts. */
export async function openSearch(
  config: SearchConfig,
  store: Store,
  { logger, metrics, isConfigured }: SearchParts,
): Promise<OpenSearch> {
  const kept = isConfigured
    ? await openIndexStorage({ ...config, sha256, clock: systemClock })
    : undefined
  const threaded = createThreadedSegmentBuilder()
  const embedding = openEmbedding(config, kept?.storage.vectors, logger)
  const search: SkillSearchService = createSkillSearch({
    store: { ...store, ...debounceChangeNotifications(store) },
    segments: metrics?.measuredSegments(threaded) ?? threaded,
    vectors: wordVectors,
    maxBytes: config.searchMemoryBytes,
    embedding: embedding?.options,
    quality: { clock: systemClock, storesOf: store.tenant },
    ...(kept && {
      kept: {
        ...{ storage: kept.storage, sha256, clock: systemClock },
        version: [readVersion(), process.versions.unicode, process.versions.icu].join(' '),
        onChanged: (tenantId) => writer.recordChange(tenantId),
      },
    }),
  })
  const writer = createIndexWriter({
    ...{ search, clock: systemClock },
    onError: (error) => logger.warn({ err: error }, 'a search index could not be kept'),
  })
  const onError = (error: unknown) => logger.debug({ err: error }, 'an index could not be warmed')
  const stopSweep = sweepPurged(store, kept, logger)
  return {
    search,
    warmer: createIndexPreload({ search, store, clock: systemClock, onError }),
    closeSearch: async () => {
      stopSweep()
      await writer.stop()
      search.close()
      await embedding?.close()
      await threaded.close()
      kept?.close()
    },
  }
}

/** Removes what this machine still keeps of organisations that another machine purged. Returns how to stop. */
function sweepPurged(store: Store, kept: OpenIndexStorage | undefined, logger: Logger): () => void {
  if (kept === undefined) return () => {}
  const sweep = async () => {
    const known = await store.directory.organisations()
    await kept.removeOthers(known.map(({ id }) => id))
  }
  const onError = (err: unknown) =>
    logger.warn({ err }, 'kept indexes of purged organisations could not be removed')
  return systemTimers.every(hourMs, () => void sweep().catch(onError))
}

/** The store that removes a purged organisation's kept index with its files. */
export function withIndexPurge(store: Store, search: Pick<SkillSearchService, 'discard'>): Store {
  const { directory } = store
  return {
    ...store,
    directory: {
      ...directory,
      purgeTenant: async (id) => {
        await search.discard(id)
        await directory.purgeTenant(id)
      },
    },
  }
}
