import { join } from 'node:path'
import type { TenantId } from '@repertoire/core/base'
import { createInProcessSegmentBuilder, createSkillSearch } from '@repertoire/core/choose'
import { type GitHosts, noQuotas, publicGitHosts, type QuotaLimits } from '@repertoire/core/domain'
import type {
  IdSource,
  OpenRegistry,
  PackageScanner,
  SourceReader,
  Store,
} from '@repertoire/core/ports'
import { createFixedClock, createInMemoryStore, type FixedClock } from '@repertoire/core/testing'
import { knownToolsets } from '@repertoire/core/use'
import type { Sandbox } from '@repertoire/sandbox'
import { createIntegrationFolders } from '@repertoire/sources'
import pino from 'pino'
import { createApp, type HttpApp } from '../http/app.ts'
import type { Application } from '../http/base/application.ts'
import { createImportQueue, createSaveQueue, createSearchQueue } from '../http/base/work-queue.ts'
import { createCredentialWatch } from '../http/sse/credential-watch.ts'
import { createEventFeed } from '../http/sse/event-feed.ts'
import { createAccessAudit } from '../identity/audit/access-audit.ts'
import { loadCheckpointSigner } from '../identity/audit/checkpoint-signer.ts'
import { createDeviceLogins } from '../identity/auth/device-logins.ts'
import { ensureOwner } from '../identity/auth/ensure-owner.ts'
import { createFailedKeyThrottle } from '../identity/auth/failed-key-throttle.ts'
import type { CredentialLimits } from '../identity/auth/find-credential.ts'
import { createLoginToken } from '../identity/auth/login-token.ts'
import { createPasskeyChallenges } from '../identity/auth/passkey-challenge.ts'
import { newSecret } from '../identity/credentials/secret.ts'
import { openSignOn } from '../identity/sign-on/sign-on.ts'
import type { SignOnSettings } from '../identity/sign-on/sign-on-file.ts'
import { createAdvisoryReader } from '../ingestion/advisories/advisory-reader.ts'
import type { OperatorList } from '../ingestion/advisories/advisory-service.ts'
import { createModelReviews } from '../ingestion/model-review/create-model-reviews.ts'
import { createInProcessScanner } from '../ingestion/scanning/in-process-scanner.ts'
import { openSources } from '../ingestion/sources/open-sources.ts'
import { createSourceReaders } from '../ingestion/sources/source-readers.ts'
import { noTrustedProxies, type TrustedProxies } from '../platform/proxy/trusted-proxies.ts'
import { createSkillSecrets } from '../platform/secrets/skill-secrets.ts'
import { docsFolder } from '../platform/system/default-folders.ts'
import type { FolderHealth } from '../platform/system/folder-health.ts'
import { randomIds, sha256 } from '../platform/system/system-ports.ts'
import { systemTimers } from '../platform/system/timers.ts'
import { readConnectorEntries } from '../runtime/connectors/connector-file.ts'
import {
  type ConnectorService,
  createConnectorService,
} from '../runtime/connectors/connector-service.ts'
import { createStoredConnectors } from '../runtime/connectors/stored-connectors.ts'
import { type Curator, createCurator } from '../runtime/curator/curator.ts'
import { createDigestNetwork } from '../runtime/inbox-notification/digest-network.ts'
import { createDigestSecrets } from '../runtime/inbox-notification/digest-secrets.ts'
import {
  createDigestService,
  type DigestService,
} from '../runtime/inbox-notification/digest-service.ts'
import { testLayers } from '../runtime/layers/testing/test-layers.ts'
import type { ServerMetrics } from '../runtime/metrics/server-metrics.ts'
import { createDemoModel } from '../runtime/models/demo/demo-model.ts'
import { createOrganisationModels } from '../runtime/models/organisation-models.ts'
import { createProviderKeys } from '../runtime/models/provider-keys.ts'
import { createProviderNetwork } from '../runtime/models/provider-network.ts'
import type { Models } from '../runtime/models/select-model.ts'
import type { OwnTool } from '../runtime/own-tools/define-tool.ts'
import { ownToolset } from '../runtime/own-tools/own-toolset.ts'
import { createScriptService } from '../runtime/scripts/script-service.ts'
import { createTriggerSecrets } from '../runtime/triggers/trigger-secrets.ts'
import { openRouting } from '../search/routing/routing-ports.ts'
import { createFakeEngine, type FakeEngine } from './fake-engine.ts'
import { createTestMembers, type TestMembers } from './test-members.ts'
import { createTestRequests, type TestRequests } from './test-requests.ts'
import { testSandbox, timeoutSeconds } from './test-sandbox.ts'

/** The whole HTTP surface over an in-memory store, with a fake engine and a fixed clock. */
export interface TestServer extends TestMembers, TestRequests {
  readonly http: HttpApp
  readonly app: Application
  readonly store: Store
  readonly engine: FakeEngine
  readonly clock: FixedClock
  readonly tenantId: TenantId
  readonly ownerKey: string
  /** Log lines so far, as text. */
  logged(): string
  /** Tenants of the authenticated requests. */
  readonly active: readonly TenantId[]
}

/** Replacements for the defaults. */
export interface TestServerOptions {
  readonly store?: (real: Store) => Store
  readonly connectors?: ConnectorService
  /** Entries as in `connectors.yaml`. */
  readonly connectorsFile?: object
  readonly sandbox?: Sandbox
  readonly integrationsDir?: string
  readonly trustedProxies?: TrustedProxies
  readonly quotas?: QuotaLimits
  readonly sourceReader?: SourceReader
  readonly gitHosts?: GitHosts
  readonly openRegistry?: OpenRegistry
  readonly operatorList?: OperatorList
  readonly scanner?: PackageScanner
  readonly signOn?: SignOnSettings
  /** The server's own. */
  readonly models?: Models
  readonly outboundAllow?: readonly string[]
  readonly credentialLimits?: Partial<CredentialLimits>
  readonly operatorKey?: string | undefined
  readonly readClientDocument?: Application['readClientDocument']
  readonly ownTools?: readonly OwnTool[]
  readonly metrics?: ServerMetrics
  readonly folders?: FolderHealth
}

export const testOperatorKey = 'op_Q7w2e9R4t6zX1cV8bN5mK3jH0gF2dS4aP6oI9uY7tR'

const fixedParts = {
  sha256,
  newSecret,
  version: '0.0.0-test',
  allowedHosts: ['repertoire.example'],
  consoleDir: join(import.meta.dirname, 'no-console-here'),
  docsDir: docsFolder,
  stage: () => 'ready' as const,
}

export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = createFixedClock()
  const real = createInMemoryStore({
    ...{ clock, ids: randomIds, sha256 },
    quotas: () => options.quotas ?? noQuotas,
  })
  const store = options.store?.(real) ?? real
  const lines: string[] = []
  const active: TenantId[] = []
  const logger = pino({ level: 'debug' }, { write: (line) => lines.push(line) })
  const ids: IdSource = randomIds
  const engine = createFakeEngine({ store, clock, ids })
  const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
  const models = testModels(store, options)
  const app: Application = {
    store,
    search,
    engine,
    folders: options.folders ?? { check: async () => undefined, freeBytes: async () => 1_000 },
    toolsets: [...knownToolsets, ...(options.ownTools ? [ownToolset(options.ownTools)] : [])],
    routing: await openRouting({
      ...{ router: search, vocabulariesDir: undefined, logger },
      ...{ envNames: ['ROUTED_KEY'], env: { ROUTED_KEY: 'there' } },
    }),
    feed: createEventFeed({ store, texts: engine.liveTexts }),
    credentialWatch: createCredentialWatch(store),
    curator: testCurator({ store, clock, ids }),
    ...testConnectors({ store, clock, logger }, options),
    ...testScripts({ store, clock, logger }, options.sandbox),
    triggerSecrets: createTriggerSecrets(async () => new Uint8Array(32).fill(7)),
    ...testSources({ store, clock, logger, models }, options),
    digests: testDigests({ store, clock, ids }, options),
    models,
    clock,
    ids,
    ...fixedParts,
    credentialLimits: { maxKeyAgeMs: null, sessionFreshMs: 900_000, ...options.credentialLimits },
    loginToken: createLoginToken({ clock, sha256, newSecret }),
    deviceLogins: createDeviceLogins({
      clock,
      sha256,
      newSecret,
      logins: store.directory.deviceLogins,
    }),
    passkeyChallenges: createPasskeyChallenges(async () => new Uint8Array(32).fill(8)),
    mcpStateKey: async () => new Uint8Array(32).fill(5),
    mcpRequestsPerMinute: 50,
    readClientDocument: options.readClientDocument ?? noDocuments,
    loadSigner: loadCheckpointSigner(async () => new Uint8Array(32).fill(6)),
    signOn: await openSignOn({
      ...{ settings: options.signOn ?? null, loadKey: async () => new Uint8Array(32).fill(9) },
      ...{ outboundAllow: options.outboundAllow ?? [], version: 'test' },
    }),
    importQueue: createImportQueue(),
    searchQueue: createSearchQueue(),
    saveQueue: createSaveQueue(),
    failedKeys: createFailedKeyThrottle({ clock, wait: async () => {} }),
    accessAudit: createAccessAudit({ store, clock, ids, onError: throwIt }),
    logger,
    metrics: options.metrics,
    gitHosts: options.gitHosts ?? publicGitHosts,
    trustedProxies: options.trustedProxies ?? noTrustedProxies,
    operatorKey: 'operatorKey' in options ? options.operatorKey : testOperatorKey,
    integrations: integrationsIn(options.integrationsDir),
    recordActivity: (tenantId) => active.push(tenantId),
  }
  const owner = await ensureOwner({ ...app, store: real })
  const ownerKey = owner.newKey?.secret ?? ''
  const http = createApp(app)

  return {
    http,
    app,
    store,
    engine,
    clock,
    tenantId: owner.tenantId,
    ownerKey,
    logged: () => lines.join(''),
    active,
    ...createTestMembers({ store: real, clock, ids }, owner.tenantId),
    ...createTestRequests(http, ownerKey),
  }
}

async function noDocuments(): Promise<never> {
  throw new Error('This test reads no documents.')
}

function testModels(store: Store, { outboundAllow = [], models }: TestServerOptions) {
  const demo = createDemoModel()
  return createOrganisationModels({
    ...{ store, server: models ?? { default: demo, byId: new Map([['demo', demo]]) } },
    keys: createProviderKeys(async () => new Uint8Array(32).fill(4)),
    network: createProviderNetwork({ outboundAllow, version: 'test' }),
  })
}

/** Sweeps only when it is called, never by a timer. */
function testCurator(ports: Pick<Application, 'store' | 'clock' | 'ids'>): Curator {
  const timers = { every: () => () => undefined }
  return createCurator({ ...ports, timers, onError: throwIt })
}

/** Sends only when it is called, never by a timer. */
function testDigests(
  ports: Pick<Application, 'store' | 'clock' | 'ids'>,
  { outboundAllow = [] }: TestServerOptions,
): DigestService {
  return createDigestService({
    ...{ ...ports, timers: { every: () => () => undefined }, onError: throwIt },
    secrets: createDigestSecrets(async () => new Uint8Array(32).fill(2)),
    network: createDigestNetwork({ outboundAllow, version: 'test' }),
  })
}

function throwIt(error: unknown): never {
  throw error
}

function testConnectors(
  { store, ...ports }: Pick<Application, 'store' | 'clock' | 'logger'>,
  { connectors, connectorsFile = {}, outboundAllow = [] }: TestServerOptions,
): Pick<Application, 'connectors' | 'storedConnectors'> {
  const loadKey = async () => new Uint8Array(32).fill(3)
  const stored = createStoredConnectors({ store, loadKey, sha256 })
  const file = { ...readConnectorEntries(connectorsFile, { env: {}, sha256 }), problem: null }
  const parts = { stored, outboundAllow, config: { current: async () => file } }
  const made = { ...ports, ...parts, dataDir: '', version: 'test' }
  return {
    connectors: connectors ?? createConnectorService(made),
    storedConnectors: stored,
  }
}

/** Without a reader, no source can be read. Nothing is synced by a timer. */
function testSources(
  { store, clock, logger, models }: Pick<Application, 'store' | 'clock' | 'logger' | 'models'>,
  options: TestServerOptions,
) {
  return openSources({
    ...{ store, clock, logger, ids: randomIds, sha256 },
    reader: options.sourceReader ?? createSourceReaders({}),
    openRegistry: options.openRegistry ?? refuseRegistry,
    operatorList: options.operatorList ?? null,
    advisoryReader: createAdvisoryReader({
      ...{ outboundAllow: options.outboundAllow ?? [], version: 'test', clock },
    }),
    scanner: options.scanner ?? createInProcessScanner(),
    modelReviews: createModelReviews({
      modelsOf: async (tenantId) => (await models.of(tenantId)).byId,
      retryDelays: [],
    }),
    loadKey: async () => new Uint8Array(32).fill(7),
    timers: { every: () => () => undefined },
  })
}

const refuseRegistry: OpenRegistry = () => {
  throw new Error('this test opens no registry')
}

/** Without a sandbox, scripts are off. */
function testScripts(
  { store, clock, logger }: Pick<Application, 'store' | 'clock' | 'logger'>,
  sandbox: Sandbox | undefined,
) {
  const secrets = createSkillSecrets(store, async () => new Uint8Array(32).fill(7))
  const link = testSandbox(sandbox)
  const layers = testLayers(link, { installation: 'ask' })
  const scripts = createScriptService({
    ...{ store, secrets, layers, timeoutSeconds, clock, sha256, logger },
    sandbox: link,
    timers: systemTimers,
  })
  return { scripts, secrets, layers }
}

function integrationsIn(folder = join(import.meta.dirname, 'no-integrations-here')) {
  return { catalogue: createIntegrationFolders(folder), folder }
}

/** Base64 of text, as files of an import have it. */
export function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** A valid SKILL.md. */
export function skillMd(
  name: string,
  body = `# ${name}\n`,
  description = `Use for ${name}.`,
): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`
}
