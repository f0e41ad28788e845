import { setImmediate } from 'node:timers/promises'
import type { Sha256, TenantId } from '@repertoire/core/base'
import type { Principal } from '@repertoire/core/domain'
import {
  createSkillRegistryClient,
  type PackageAssessor,
  type RegistrySource,
  type SyncDeps,
} from '@repertoire/core/ingest'
import type {
  AdvisoryReader,
  Clock,
  IdSource,
  OpenRegistry,
  PackageScanner,
  SkillRegistry,
  SkillRegistryClient,
  SourceReader,
  Store,
} from '@repertoire/core/ports'
import type { Logger } from 'pino'
import type { Timers } from '../../platform/system/timers.ts'
import {
  type AdvisoryService,
  createAdvisoryService,
  type OperatorList,
} from '../advisories/advisory-service.ts'
import type { ModelReviews } from '../model-review/create-model-reviews.ts'
import { createPackageAssessor } from './create-package-assessor.ts'
import { createSourceService, type SourceService } from './source-service.ts'
import { createSourceTokens, type SourceTokens } from './source-tokens.ts'
import { createSyncScheduler, type SyncScheduler } from './sync-scheduler.ts'

/** Everything of a server that takes skills from elsewhere. */
export interface Sources {
  readonly sources: SourceService
  readonly sourceTokens: SourceTokens
  readonly judgeOf: (tenantId: TenantId) => PackageAssessor
  readonly syncScheduler: SyncScheduler
  readonly advisories: AdvisoryService
  /** What reading a source needs, for whoever waits for it. */
  readonly syncDepsOf: (tenantId: TenantId) => SyncDeps
  /** Opens a registry with its token. */
  readonly registryOf: (tenantId: TenantId, registry: RegistrySource) => Promise<SkillRegistry>
  /** The registry as the agents of a person ask it. */
  readonly registryClientOf: (principal: Principal) => SkillRegistryClient
}

export interface SourcesOptions {
  readonly store: Store
  readonly reader: SourceReader
  readonly openRegistry: OpenRegistry
  readonly scanner: PackageScanner
  readonly modelReviews: Pick<ModelReviews, 'review'>
  readonly advisoryReader: AdvisoryReader
  readonly operatorList: OperatorList | null
  readonly loadKey: () => Promise<Uint8Array>
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly timers: Pick<Timers, 'every'>
  readonly logger: Logger
}

export function openSources(options: SourcesOptions): Sources {
  const { store, reader, scanner, clock, ids, sha256, timers, logger } = options
  const sourceTokens = createSourceTokens(options.loadKey)
  const judgeOf = (tenantId: TenantId) =>
    createPackageAssessor({
      ...{ scanner, modelReviews: options.modelReviews, tenantId, clock, sha256 },
      settings: async () => (await store.tenant(tenantId).settings.get()).settings,
      reviews: store.tenant(tenantId).reviews,
    })
  const syncDepsOf = (tenantId: TenantId): SyncDeps => ({
    ...{ store: store.tenant(tenantId), clock, ids, sha256, reader, judge: judgeOf(tenantId) },
    tokenOf: (source) => sourceTokens.decrypt(tenantId, source),
    random: Math.random,
    yieldToEventLoop: () => setImmediate(),
    every: (intervalMs, callback) => timers.every(intervalMs, callback),
  })
  const advisories = createAdvisoryService({
    ...{ store, ids, timers, operatorList: options.operatorList },
    depsOf: (tenantId) => ({
      ...{ store: store.tenant(tenantId), clock, ids, sha256, judge: judgeOf(tenantId) },
      advisoryReader: options.advisoryReader,
    }),
    onError: (err) => logger.warn({ err }, 'advisory lists could not be checked'),
  })
  const beforeSync = advisories.checkBeforeSync
  const sources = createSourceService({ depsOf: syncDepsOf, beforeSync, logger })
  const onError = (err: unknown) => logger.warn({ err }, 'a due source could not be synced')
  const syncScheduler = createSyncScheduler({ store, sources, clock, ids, timers, onError })
  const registryOf = async (tenantId: TenantId, registry: RegistrySource) =>
    options.openRegistry(registry.config, await sourceTokens.decrypt(tenantId, registry))
  const registryClientOf = (principal: Principal) => {
    const { tenantId } = principal
    const clientOf = (registry: RegistrySource) => registryOf(tenantId, registry)
    const deps = { store: store.tenant(tenantId), judge: judgeOf(tenantId), sha256, clientOf }
    return createSkillRegistryClient(deps, { principal })
  }
  const opened = { sources, sourceTokens, judgeOf, syncScheduler, syncDepsOf, advisories }
  return { ...opened, registryOf, registryClientOf }
}
