import { setTimeout } from 'node:timers/promises'
import { createIntegrationFolders } from '@repertoire/sources'
import { databaseFile, type FolderLock } from '@repertoire/store'
import { createApp } from './http/app.ts'
import type { Application, ServerStage } from './http/base/application.ts'
import { createImportQueue, createSaveQueue, createSearchQueue } from './http/base/work-queue.ts'
import { type ListeningServer, listen } from './http/listening/listen.ts'
import { createClientDocuments } from './http/oauth/client-documents.ts'
import { createDeviceLogins } from './identity/auth/device-logins.ts'
import { ensureOwner, type OwnerAccount } from './identity/auth/ensure-owner.ts'
import { createFailedKeyThrottle } from './identity/auth/failed-key-throttle.ts'
import { writeLocalCredential } from './identity/auth/local-credential.ts'
import { createLoginToken } from './identity/auth/login-token.ts'
import { newSecret } from './identity/credentials/secret.ts'
import { type IngestAtStart, ingestAtStart } from './ingestion/ingest-at-start.ts'
import { openRetestScheduler } from './outcome-tests/open-retest-scheduler.ts'
import { consoleFolder, docsFolder } from './platform/system/default-folders.ts'
import { randomIds, sha256, systemClock } from './platform/system/system-ports.ts'
import { systemTimers } from './platform/system/timers.ts'
import { readVersion } from './platform/system/version.ts'
import type { Config } from './setup/config/config.ts'
import { lockDataFolder } from './setup/data-folder/lock-data-folder.ts'
import { openDataFolder } from './setup/data-folder/open-data-folder.ts'
import { closeServices, openServices, type ServiceInputs, type Services } from './setup/services.ts'
import {
  warnOfFolders,
  warnOfOtherEncryptionKey,
  warnOfUnusedBootstrapKey,
} from './setup/start-warning.ts'

const keepAliveMs = 15_000
const connectorIdleCheckMs = 30_000

export interface RunningServer {
  /** As it is reached from this machine. */
  readonly url: string
  /** Makes a link's token that logs the owner in, once. */
  newLoginToken(): string
  readonly account: OwnerAccount
  readonly model: { readonly label: string; readonly demo: boolean }
  /** Why no script can run, and what to install; null where scripts run, or are switched off. */
  sandboxProblem(): Promise<string | null>
  /** The database, as people are shown it. */
  readonly database: string
  /** Answers on for the configured time, accepts nothing new then, finishes or hands back open work, and releases everything. */
  close(): Promise<void>
}

/**
 * Starts the server: services, HTTP, the owner's account, unfinished runs, background jobs, in that order.
 * Throws ProblemError `config.invalid`, `data.*`, `store.*`, `server.*` or `model.*`; nothing stays open then.
 */
export async function startServer(config: Config, inputs: ServiceInputs): Promise<RunningServer> {
  await openDataFolder(config, inputs)
  const lock = await lockDataFolder(config)
  try {
    return await startWithFolder(config, inputs, lock)
  } catch (error) {
    lock?.release()
    throw error
  }
}

async function startWithFolder(
  config: Config,
  inputs: ServiceInputs,
  lock: FolderLock | undefined,
): Promise<RunningServer> {
  const services = await openServices(config, inputs)
  let stage: ServerStage = 'starting'
  let listening: ListeningServer | undefined
  let ingest: IngestAtStart | undefined
  try {
    const app = createApplication(config, services, { ...inputs, stage: () => stage })
    listening = await listen(createApp(app), config)
    const url = `http://${reachableHost(config.host)}:${listening.port}`
    const account = await ensureOwner(app, config.bootstrapKey)
    if (!account.newKey) await warnOfUnusedBootstrapKey(app, config.bootstrapKey)
    await warnOfFolders(app)
    await warnOfOtherEncryptionKey(app, services.loadKey)
    await writeLocalCredential(app, { dataDir: config.dataDir, url }, account)
    // Whoever synced a source in this folder is gone.
    if (lock) await services.store.directory.endSyncLeases(systemClock.now())
    await services.engine.start()
    await services.scripts.startMonitoring()
    const samples = { owner: account.owner.id, folder: config.samplesFolder }
    const ingesting = { ...app, modelReviews: services.modelReviews }
    ingest = ingestAtStart(ingesting, { ...samples, tenantId: account.tenantId })
    await ingest.settled
    const newLoginToken = () => app.loginToken.issue({ as: 'owner', tenantId: account.tenantId })
    stage = 'ready'
    const stopTimers = startBackgroundJobs(services)
    const retests = openRetestScheduler(config, services, (error) =>
      inputs.logger.warn({ err: error }, 'outcome tests could not run again'),
    )
    retests.start()
    const close = async () => {
      stage = 'stopping'
      await drain(listening, config.drainMs)
      stopTimers()
      await retests.stop()
      await ingest?.stop()
      await closeServices(services, listening)
      lock?.release()
    }
    const database = config.databaseUrl ? 'PostgreSQL' : databaseFile
    const { label, demo = false } = inputs.models.default
    const model = { label, demo }
    const sandboxProblem = () => sandboxProblemOf(services)
    return { url, newLoginToken, account, model, database, sandboxProblem, close }
  } catch (error) {
    await ingest?.stop()
    await closeServices(services, listening)
    throw error
  }
}

async function sandboxProblemOf({ scripts }: Services): Promise<string | null> {
  const { backend, available, reason } = await scripts.health()
  return available || backend === 'off' ? null : reason
}

/** Returns how to stop the timers. The jobs themselves end with {@link closeServices}. */
function startBackgroundJobs(services: Services): () => void {
  const { warmer, curator, triggerScheduler, collector, auditRetention, feed, connectors } =
    services
  const { credentialWatch } = services
  warmer.warmAtStart()
  curator.start()
  triggerScheduler.start()
  services.syncScheduler.start()
  services.advisories.start()
  collector.start()
  services.usageProjector.start()
  services.digests.start()
  auditRetention.start()
  services.auditForwarder.start()
  const stops = [
    systemTimers.every(keepAliveMs, () => feed.keepAlive()),
    systemTimers.every(keepAliveMs, () => credentialWatch.checkAll()),
    systemTimers.every(connectorIdleCheckMs, () => void connectors.closeIdle()),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

interface ApplicationInputs extends ServiceInputs {
  readonly stage: () => ServerStage
}

function createApplication(
  config: Config,
  services: Services,
  { logger, stage }: ApplicationInputs,
): Application {
  const ports = { clock: systemClock, sha256, newSecret }
  return {
    ...services,
    ...ports,
    ids: randomIds,
    loginToken: createLoginToken(ports),
    deviceLogins: createDeviceLogins({ ...ports, logins: services.store.directory.deviceLogins }),
    credentialLimits: config.credentialLimits,
    mcpRequestsPerMinute: config.mcpRequestsPerMinute,
    readClientDocument: createClientDocuments({
      outboundAllow: config.outboundAllow,
      version: readVersion(),
    }),
    importQueue: createImportQueue(),
    searchQueue: createSearchQueue(),
    saveQueue: createSaveQueue(),
    failedKeys: createFailedKeyThrottle({ clock: systemClock, wait: (ms) => setTimeout(ms) }),
    logger,
    integrations: {
      catalogue: createIntegrationFolders(config.integrationsDir),
      folder: config.integrationsDir,
    },
    version: readVersion(),
    allowedHosts: [...config.allowedHosts, config.host],
    gitHosts: config.gitHosts,
    trustedProxies: config.trustedProxies,
    operatorKey: config.operatorKey,
    consoleDir: consoleFolder,
    docsDir: docsFolder,
    recordActivity: services.warmer.recordActivity,
    stage,
  }
}

/** Goes on as before, until balancers have noticed on `/readyz` that they should send nothing more. */
async function drain(listening: ListeningServer | undefined, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return
  listening?.endConnections()
  await setTimeout(milliseconds)
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
