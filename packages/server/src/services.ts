import {
  createSkillSearch,
  noPromptContext,
  type RoutingPorts,
  type SkillSearchService,
  type Store,
} from '@repertoire/core'
import { openStore } from '@repertoire/store'
import type { Logger } from 'pino'
import { type BlobCollector, createBlobCollector } from './blobs/blob-collector.ts'
import { createLazyCodeRunner, type LazyCodeRunner } from './code/lazy-code-runner.ts'
import type { Config } from './config/config.ts'
import { createConnectorConfig } from './connectors/connector-config.ts'
import { type ConnectorService, createConnectorService } from './connectors/connector-service.ts'
import { type Curator, createCurator } from './curator/curator.ts'
import { createDirectEngine } from './engines/direct/direct-engine.ts'
import type { Engine } from './engines/engine.ts'
import type { Listening } from './http/listen.ts'
import { createLayerService, type LayerService } from './layers/layer-service.ts'
import type { Models } from './models/select-model.ts'
import { openWeb, type Web } from './outbound/lazy-web-reader.ts'
import { randomIds, sha256, systemClock } from './platform/system-ports.ts'
import { systemTimers } from './platform/timers.ts'
import { readVersion } from './platform/version.ts'
import { openRouting } from './routing/routing-ports.ts'
import { createLazySandbox } from './sandbox/lazy-sandbox.ts'
import { createScriptService, type ScriptService } from './scripts/script-service.ts'
import { calmNotices } from './search/debounce-change-notifications.ts'
import { createIndexWarmer, type IndexWarmer } from './search/index-warmer.ts'
import {
  createThreadedSegmentBuilder,
  type ThreadedSegmentBuilder,
} from './search/threaded-segment-builder.ts'
import { loadSecretKey } from './secrets/encryption-key.ts'
import { createSkillSecrets, type SkillSecrets } from './secrets/skill-secrets.ts'
import { createEventFeed, type EventFeed } from './sse/event-feed.ts'
import type { SpanExporter } from './telemetry/span-exporter.ts'
import type { TelemetrySettings } from './telemetry/telemetry-settings.ts'
import { nextTime } from './triggers/next-time.ts'
import { createTriggerClock, type TriggerClock } from './triggers/trigger-scheduler.ts'
import { createTriggerSecrets, type TriggerSecrets } from './triggers/trigger-secrets.ts'

const closeGraceMs = 5_000

/** What a server is made of, each open until {@link closeParts}. */
export interface ServerParts {
  readonly store: Store
  readonly search: SkillSearchService
  readonly segments: ThreadedSegmentBuilder
  readonly engine: Engine
  readonly warmer: IndexWarmer
  readonly curator: Curator
  readonly collector: BlobCollector
  readonly feed: EventFeed
  readonly connectors: ConnectorService
  readonly scripts: ScriptService
  readonly code: LazyCodeRunner
  readonly secrets: SkillSecrets
  readonly layers: LayerService
  readonly triggerSecrets: TriggerSecrets
  readonly triggerClock: TriggerClock
  /** Undefined where no collector is named. */
  readonly telemetry: SpanExporter | undefined
  readonly web: Web
  readonly routing: RoutingPorts
}

/** Opens the store first; nothing listens yet, and no run goes on. */
export async function openParts(
  config: Config,
  { models, logger }: { models: Models; logger: Logger },
): Promise<ServerParts> {
  const { dataDir, databaseUrl, blobsUrl } = config
  const ports = { clock: systemClock, ids: randomIds, sha256 }
  const store = await openStore({ dataDir, databaseUrl, blobsUrl, ...ports })
  const segments = createThreadedSegmentBuilder()
  const search = createSkillSearch({ store: { ...store, ...calmNotices(store) }, segments })
  const onError = (error: unknown) => logger.debug({ err: error }, 'an index was not built ahead')
  const warmer = createIndexWarmer({ search, store, clock: systemClock, onError })
  const connectors = openConnectors(config, logger)
  const web = openWeb({ ...config, version: readVersion() })
  const { scripts, secrets, triggerSecrets, layers } = openScripts(config, { store, logger })
  const routing = await openRouting({
    ...{ router: search, ...config.routing, logger },
    env: process.env,
  })
  const code = createLazyCodeRunner({ logger, maxWallMs: config.sandbox.timeoutSeconds * 1000 })
  const telemetry = await openTelemetry(config.telemetry, { store, logger })
  const engine = createDirectEngine({
    store,
    onRunEnded: telemetry?.tell,
    search,
    model: models.usual,
    models: models.named,
    connectors,
    routing,
    ...(config.sandbox.backend !== 'off' && { scripts, code }),
    web: web.reader,
    promptContext: noPromptContext,
    ...ports,
    logger,
  })
  const feed = createEventFeed({ store, texts: engine })
  const curator = createCurator({
    store,
    clock: systemClock,
    ids: randomIds,
    timers: systemTimers,
    onError: (error) => logger.warn({ err: error }, 'the curator could not look after a library'),
  })
  const triggerClock = createTriggerClock({
    ...{ store, engine, ...ports, next: nextTime, timers: systemTimers },
    onError: (error) =>
      logger.warn({ err: error }, 'a schedule could not be answered; will try again'),
  })
  const timers = systemTimers
  const collector = createBlobCollector({
    ...{ store, timers, logger, clock: systemClock },
    ...config.collector,
  })
  const shared = {
    store,
    curator,
    telemetry,
    triggerClock,
    collector,
    search,
    segments,
    warmer,
    engine,
    feed,
    connectors,
    web,
    routing,
  }
  return { ...shared, scripts, code, secrets, layers, triggerSecrets }
}

/** What is sent to a collector, by OpenTelemetry's own settings; without them nothing of it is loaded. */
async function openTelemetry(
  settings: TelemetrySettings | undefined,
  { store, logger }: { readonly store: Store; readonly logger: Logger },
): Promise<SpanExporter | undefined> {
  if (!settings) return undefined
  const { createSpanExporter } = await import('./telemetry/span-exporter.ts')
  const onError = (error: unknown) => logger.warn({ err: error }, 'spans could not be sent')
  return createSpanExporter({ ...settings, store, sha256, version: readVersion(), onError })
}

function openScripts(config: Config, { store, logger }: { store: Store; logger: Logger }) {
  const { sandbox: settings, dataDir, secretKey: given, databaseUrl } = config
  if (settings.backend === 'unisolated') {
    logger.warn('SANDBOX_BACKEND=unisolated: scripts may do everything this server may do')
  }
  const shared = databaseUrl !== undefined
  const loadKey = () => loadSecretKey({ dataDir, given, shared })
  const secrets = createSkillSecrets(store, loadKey)
  const triggerSecrets = createTriggerSecrets(loadKey)
  const sandbox = createLazySandbox(settings)
  const { executorUrl } = settings
  const layers = createLayerService({
    sandbox,
    // An executor elsewhere has no way to the index: what it shall run is installed here.
    installing:
      executorUrl === undefined
        ? sandbox
        : createLazySandbox({ ...settings, executorUrl: undefined }),
    settings: config.packages,
    outboundAllow: config.outboundAllow,
    maxRunMs: settings.timeoutSeconds * 1000,
    ...{ clock: systemClock, logger },
  })
  const scripts = createScriptService({
    ...{ store, secrets, sha256, logger, sandbox, layers },
    timeoutSeconds: settings.timeoutSeconds,
    clock: systemClock,
    timers: systemTimers,
  })
  return { scripts, secrets, triggerSecrets, layers }
}

function openConnectors(config: Config, logger: Logger): ConnectorService {
  const { connectorsFile: path, dataDir } = config
  const file = createConnectorConfig({ path, env: process.env, sha256, logger })
  const version = readVersion()
  // Now, so that what is wrong with it is in the log before somebody misses a connector.
  void file.current()
  return createConnectorService({ config: file, dataDir, version, clock: systemClock, logger })
}

/** Streams end first, so that connections can close; the store last, since runs hand themselves back to it. */
export async function closeParts(
  parts: ServerParts,
  listening: Listening | undefined,
): Promise<void> {
  parts.feed.close()
  await Promise.all([
    listening?.close(closeGraceMs),
    parts.engine.stop(),
    parts.curator.stop(),
    parts.triggerClock.stop(),
    parts.collector.stop(),
  ])
  await Promise.all([
    parts.connectors.close(),
    parts.web.close(),
    parts.scripts.close(),
    parts.code.close(),
  ])
  await parts.telemetry?.close()
  parts.search.close()
  await parts.segments.close()
  await parts.store.close()
}
