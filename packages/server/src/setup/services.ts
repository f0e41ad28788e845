import { join } from 'node:path'
import type { TenantId } from '@repertoire/core/base'
import type { RoutingPorts } from '@repertoire/core/choose'
import { noPromptContext, type Store } from '@repertoire/core/ports'
import { everyToolset, knownToolsets, type Toolset } from '@repertoire/core/use'
import { openStore } from '@repertoire/store'
import type { Logger } from 'pino'
import type { ListeningServer } from '../http/listening/listen.ts'
import { createMcpStateKey } from '../http/mcp/mcp-state-key.ts'
import { type CredentialWatch, createCredentialWatch } from '../http/sse/credential-watch.ts'
import { createEventFeed, type EventFeed } from '../http/sse/event-feed.ts'
import type { AccessAudit } from '../identity/audit/access-audit.ts'
import type { AuditRetention } from '../identity/audit/audit-retention.ts'
import type { LoadCheckpointSigner } from '../identity/audit/checkpoint-signer.ts'
import type { AuditExporter } from '../identity/audit/forwarding/audit-exporter.ts'
import {
  createPasskeyChallenges,
  type PasskeyChallenges,
} from '../identity/auth/passkey-challenge.ts'
import { openSignOn, type SignOn } from '../identity/sign-on/sign-on.ts'
import { readSignOnFile } from '../identity/sign-on/sign-on-file.ts'
import {
  createModelReviews,
  type ModelReviewOptions,
  type ModelReviews,
} from '../ingestion/model-review/create-model-reviews.ts'
import {
  createThreadedScanner,
  type ThreadedScanner,
} from '../ingestion/scanning/threaded-scanner.ts'
import {
  createLazySourceReader,
  type LazySourceReader,
} from '../ingestion/sources/lazy-source-reader.ts'
import { openSources, type Sources } from '../ingestion/sources/open-sources.ts'
import { createLazyWebReader, type LazyWebReader } from '../platform/outbound/lazy-web-reader.ts'
import { loadEncryptionKey } from '../platform/secrets/encryption-key.ts'
import { createSkillSecrets, type SkillSecrets } from '../platform/secrets/skill-secrets.ts'
import { createFolderHealth, type FolderHealth } from '../platform/system/folder-health.ts'
import { randomIds, sha256, systemClock } from '../platform/system/system-ports.ts'
import { systemTimers } from '../platform/system/timers.ts'
import { readVersion } from '../platform/system/version.ts'
import type { SpanExporter } from '../platform/telemetry/span-exporter.ts'
import type { TelemetrySettings } from '../platform/telemetry/telemetry-settings.ts'
import type { LazyCodeRunner } from '../runtime/code/lazy-code-runner.ts'
import { createConnectorConfig } from '../runtime/connectors/connector-config.ts'
import {
  type ConnectorService,
  createConnectorService,
} from '../runtime/connectors/connector-service.ts'
import {
  createStoredConnectors,
  type StoredConnectors,
} from '../runtime/connectors/stored-connectors.ts'
import type { Curator } from '../runtime/curator/curator.ts'
import type { Engine, TriggerScheduler } from '../runtime/engine.ts'
import type { DigestService } from '../runtime/inbox-notification/digest-service.ts'
import type { LayerService } from '../runtime/layers/layer-service.ts'
import type { ServerMetrics } from '../runtime/metrics/server-metrics.ts'
import {
  createOrganisationModels,
  type OrganisationModels,
} from '../runtime/models/organisation-models.ts'
import { createProviderKeys } from '../runtime/models/provider-keys.ts'
import { createProviderNetwork, reachableOllama } from '../runtime/models/provider-network.ts'
import type { Models } from '../runtime/models/select-model.ts'
import { ownToolset } from '../runtime/own-tools/own-toolset.ts'
import type { ScriptService } from '../runtime/scripts/script-service.ts'
import { createTriggerSecrets, type TriggerSecrets } from '../runtime/triggers/trigger-secrets.ts'
import type { UsageProjector } from '../runtime/usage/usage-projector.ts'
import { openRouting } from '../search/routing/routing-ports.ts'
import type { BlobCollector } from '../storage/blobs/blob-collector.ts'
import { openBackgroundJobs } from './background-jobs.ts'
import type { Config } from './config/config.ts'
import { checkNamedPaths } from './config/named-paths.ts'
import type { RepertoireConfig } from './config-file/define-config.ts'
import { callHook, withHooks } from './config-file/hooks.ts'
import { openDataFolder } from './data-folder/open-data-folder.ts'
import { type AdvisoryServices, openAdvisoryServices } from './open-advisories.ts'
import { openAudit } from './open-audit.ts'
import { openEngine } from './open-engine.ts'
import { countEndedRun, openMetrics } from './open-metrics.ts'
import { openScripts, type ScriptParts } from './open-scripts.ts'
import { type OpenSearch, openSearch, withIndexPurge } from './open-search.ts'
import { hasStoredSecrets } from './stored-secrets.ts'

/** Longer than the engine gives to running turns, so that a request that waits for one is answered. */
const closeGraceMs = 6_000

/** Everything a running server consists of. Each part stays open until {@link closeServices}. */
export interface Services extends Sources, AdvisoryServices, OpenSearch {
  readonly store: Store
  readonly secrets: SkillSecrets
  readonly loadKey: () => Promise<Uint8Array>
  readonly models: OrganisationModels
  readonly signOn: SignOn
  readonly passkeyChallenges: PasskeyChallenges
  readonly mcpStateKey: () => Promise<Uint8Array>
  readonly triggerSecrets: TriggerSecrets
  readonly scripts: ScriptService
  readonly layers: LayerService
  readonly code: LazyCodeRunner
  readonly connectors: ConnectorService
  readonly storedConnectors: StoredConnectors
  readonly web: LazyWebReader
  readonly routing: RoutingPorts
  /** Undefined where no collector is configured. */
  readonly telemetry: SpanExporter | undefined
  readonly metrics: ServerMetrics | undefined
  readonly engine: Engine
  readonly folders: FolderHealth
  /** What organisations and agents may choose from. */
  readonly toolsets: readonly Toolset[]
  readonly feed: EventFeed
  readonly credentialWatch: CredentialWatch
  readonly curator: Curator
  readonly triggerScheduler: TriggerScheduler
  readonly collector: BlobCollector
  readonly usageProjector: UsageProjector
  readonly digests: DigestService
  readonly accessAudit: AccessAudit
  readonly auditRetention: AuditRetention
  readonly loadSigner: LoadCheckpointSigner
  readonly scanner: ThreadedScanner
  readonly modelReviews: ModelReviews
  readonly sourceReader: LazySourceReader
  readonly auditForwarder: AuditExporter
}

/** What the process gives besides its configuration. */
export interface ServiceInputs {
  readonly models: Models
  readonly logger: Logger
  /** Of the operator's own. Its models are among `models`. */
  readonly own?: RepertoireConfig | undefined
  /** Instead of the one that the configuration names; closed with the services. */
  readonly store?: Store | undefined
  /** How the user of this process chooses its data folder; `--data` without it. */
  readonly folderOption?: string | undefined
}

const ports = { clock: systemClock, ids: randomIds, sha256, timers: systemTimers }

/**
 * The composition root: builds every service. Nothing listens yet, and no run continues. Throws ProblemError
 * `config.invalid`, `data.folder-unusable` or `store.*`.
 */
export async function openServices(
  config: Config,
  { models, logger, own: program = {}, store: given, folderOption }: ServiceInputs,
): Promise<Services> {
  const { dataDir, databaseUrl, blobsUrl, outboundAllow, databasePoolSize: poolSize } = config
  await checkNamedPaths(config.namedPaths)
  await openDataFolder(config, { logger, option: folderOption })
  const { all, organisations } = config.quotas
  const quotas = (tenantId: TenantId) => organisations.get(tenantId) ?? all
  const { tools = [], connectors: ownConnectors, hooks = {} } = program
  const own = tools.length > 0 ? [ownToolset(tools)] : []
  const opening = { dataDir, databaseUrl, poolSize, blobsUrl, quotas, ...ports }
  const opened = withHooks(given ?? (await openStore(opening)), hooks, logger)
  const metrics = await openMetrics(config)
  const isConfigured = given === undefined
  const search = await openSearch(config, opened, { logger, metrics, isConfigured })
  const store = withIndexPurge(opened, search.search)
  const secrets = openSecrets(config, store)
  const organisationModels = createOrganisationModels({
    ...{ store, server: models, keys: createProviderKeys(secrets.loadKey) },
    network: createProviderNetwork({
      outboundAllow: [...outboundAllow, ...reachableOllama(config.host)],
      version: readVersion(),
    }),
  })
  const counted = (models: Models) => metrics?.countedModels(models) ?? models
  const signOn = await openSignOnOf(config, secrets.loadKey)
  const scripts = openScripts(config, { store, secrets: secrets.secrets, logger })
  const stored = createStoredConnectors({ store, loadKey: secrets.loadKey, sha256 })
  const connectors = openConnectors(config, { own: ownConnectors, stored, logger })
  const web = createLazyWebReader({ outboundAllow, version: readVersion() })
  const vocabularies = { ...config.routing, env: process.env, logger }
  const routing = await openRouting({ router: search.search, ...vocabularies })
  const telemetry = await openTelemetry(config.telemetry, { store, logger })
  const taking = await openSourceServices(config, {
    ...{ store, logger, loadKey: secrets.loadKey },
    modelsOf: async (id) => counted(await organisationModels.of(id)).byId,
  })
  const engine = await openEngine(config, {
    registryClientOf: taking.registryClientOf,
    ...{ store, connectors, routing, logger, judgeOf: taking.judgeOf, ...ports },
    search: search.search,
    toolsets: [...everyToolset, ...own],
    model: models.default,
    models: models.byId,
    modelsOf: async (id) => counted(await organisationModels.of(id)),
    web: web.reader,
    promptContext: noPromptContext,
    onRunEnded: (run) => {
      telemetry?.exportRun(run)
      const { tenantId, conversationId, runId } = run
      void countEndedRun(metrics, store, run).catch(() => undefined)
      callHook(() => hooks.runEnded?.({ tenantId, conversationId, runId }), logger)
    },
    ...(config.concurrency.runs !== undefined && { concurrency: config.concurrency.runs }),
    ...(config.sandbox.backend !== 'off' && { scripts: scripts.scripts, code: scripts.code }),
  })
  const feed = createEventFeed({ store, texts: engine.liveTexts })
  const credentialWatch = createCredentialWatch(store)
  const jobs = openBackgroundJobs(config, { store, engine, logger, loadKey: secrets.loadKey })
  const audit = openAudit(config, { store, logger, loadKey: secrets.loadKey })
  const services = {
    store,
    toolsets: [...knownToolsets, ...own],
    models: organisationModels,
    signOn,
    connectors,
    storedConnectors: stored,
    web,
    routing,
    telemetry,
    metrics,
    engine,
    folders: openFolderHealth(config),
    feed,
    credentialWatch,
  }
  return { ...services, ...search, ...secrets, ...scripts, ...taking, ...jobs, ...audit }
}

/** Streams end first, so that connections can close. The store ends last, because runs are handed back to it. */
export async function closeServices(
  services: Services,
  listening: ListeningServer | undefined,
): Promise<void> {
  services.modelReviews.close()
  services.feed.close()
  services.credentialWatch.close()
  await Promise.all([
    listening?.close(closeGraceMs),
    services.engine.stop(),
    services.curator.stop(),
    services.triggerScheduler.stop(),
    services.syncScheduler.stop(),
    services.advisories.stop(),
    services.sources.stop(),
    services.collector.stop(),
    services.usageProjector.stop(),
    services.digests.stop(),
  ])
  await Promise.all([
    services.connectors.close(),
    services.web.close(),
    services.models.close(),
    services.scanner.close(),
    services.sourceReader.close(),
    services.advisoryReader.close(),
    services.signOn.close(),
    services.scripts.close(),
    services.code.close(),
  ])
  await services.telemetry?.close()
  await services.auditRetention.stop()
  await services.auditForwarder.stop()
  await services.closeSearch()
  await services.store.close()
}

/** Of the folders that the server cannot do without. */
function openFolderHealth({ dataDir, databaseUrl, blobsUrl }: Config): FolderHealth {
  const blobs = blobsUrl === undefined ? [join(dataDir, 'blobs')] : []
  const isUsed = databaseUrl === undefined || blobs.length > 0
  const folders = [...(isUsed ? [dataDir] : []), ...blobs]
  return createFolderHealth({ dataDir, folders, clock: systemClock })
}

async function openSignOnOf(config: Config, loadKey: () => Promise<Uint8Array>): Promise<SignOn> {
  const settings = await readSignOnFile(config.signOnFile, process.env)
  const { outboundAllow } = config
  return openSignOn({ settings, loadKey, outboundAllow, version: readVersion() })
}

function keyLoader(config: Config, store: Store): () => Promise<Uint8Array> {
  const { dataDir, secretKey: given, databaseUrl } = config
  const hasSecrets = () => hasStoredSecrets(store)
  return () => loadEncryptionKey({ dataDir, given, shared: databaseUrl !== undefined, hasSecrets })
}

function openSecrets(config: Config, store: Store) {
  const loadKey = keyLoader(config, store)
  return {
    loadKey,
    secrets: createSkillSecrets(store, loadKey),
    triggerSecrets: createTriggerSecrets(loadKey),
    passkeyChallenges: createPasskeyChallenges(loadKey),
    mcpStateKey: createMcpStateKey(loadKey),
  }
}

interface SourceParts extends Pick<ModelReviewOptions, 'modelsOf'> {
  readonly store: Store
  readonly logger: Logger
  readonly loadKey: () => Promise<Uint8Array>
}

async function openSourceServices(
  config: Config,
  { store, logger, loadKey, modelsOf }: SourceParts,
) {
  const { outboundAllow, gitHosts, dataDir, samplesFolder } = config
  const scanner = createThreadedScanner()
  const sourceReader = createLazySourceReader({
    ...{ outboundAllow, version: readVersion(), cacheFolder: join(dataDir, 'sources') },
    caFile: process.env.GIT_SSL_CAINFO,
    ...{ samplesFolder, gitHosts },
  })
  const { reader, openRegistry } = sourceReader
  const advised = await openAdvisoryServices(config)
  const modelReviews = createModelReviews({ modelsOf })
  const read = { store, loadKey, logger, reader, openRegistry, scanner, modelReviews, ...advised }
  const opened = openSources({ ...read, ...ports })
  return { ...opened, ...advised, scanner, modelReviews, sourceReader }
}

interface ConnectorParts {
  readonly own: object | undefined
  readonly stored: StoredConnectors
  readonly logger: Logger
}

function openConnectors(config: Config, { own, stored, logger }: ConnectorParts): ConnectorService {
  const { connectorsFile: path, dataDir, outboundAllow } = config
  const file = createConnectorConfig({ path, own, env: process.env, sha256, logger })
  // Read now, so that a mistake in the file is logged before somebody misses a connector.
  void file.current()
  const version = readVersion()
  const parts = { config: file, stored, dataDir, outboundAllow, version }
  return createConnectorService({ ...parts, clock: systemClock, logger })
}

/** Follows OpenTelemetry's own environment variables. Without a collector none of its code is loaded. */
async function openTelemetry(
  settings: TelemetrySettings | undefined,
  { store, logger }: Pick<ScriptParts, 'store' | 'logger'>,
): Promise<SpanExporter | undefined> {
  if (!settings) return undefined
  const { createSpanExporter } = await import('../platform/telemetry/span-exporter.ts')
  const onError = (error: unknown) => logger.warn({ err: error }, 'spans could not be sent')
  return createSpanExporter({ ...settings, store, sha256, version: readVersion(), onError })
}
