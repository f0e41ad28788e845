import { existsSync } from 'node:fs'
import type { TenantId, UserId } from '@repertoire/core/base'
import { samplesSourceId } from '@repertoire/core/domain'
import { bringSamples, type SyncDeps } from '@repertoire/core/ingest'
import type { IdSource } from '@repertoire/core/ports'
import type { Logger } from 'pino'

export interface SamplesPorts {
  readonly syncDepsOf: (tenantId: TenantId) => SyncDeps
  readonly ids: IdSource
  readonly logger: Logger
  /** Of this software. */
  readonly version: string
}

export interface SamplesRequest {
  readonly tenantId: TenantId
  readonly owner: UserId
  /** Undefined: no samples are wanted. */
  readonly folder: string | undefined
}

/** Brings the samples into the organisation of a first start. What is wrong with them never keeps a server from starting. */
export async function bringSamplesAtStart(
  { syncDepsOf, ids, logger, version }: SamplesPorts,
  { tenantId, owner, folder }: SamplesRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  if (folder === undefined) return
  if (!existsSync(folder)) {
    logger.info({ folder }, 'there are no samples: their folder is not there')
    return
  }
  const request = { owner, version, attempt: ids.next('syn'), traceId: ids.traceId(), signal }
  try {
    const deps = syncDepsOf(tenantId)
    const source = await bringSamples(deps, request)
    if (!source) return
    if (source.sync.error) {
      logger.error({ code: source.sync.error.code }, 'the samples could not be read')
    }
    for (const { entryId, problem } of await deps.store.sources.allItems(samplesSourceId)) {
      if (problem) logger.warn({ sample: entryId, code: problem.code }, 'a sample is broken')
    }
  } catch (error) {
    logger.error({ err: error }, 'the samples could not be brought in')
  }
}
