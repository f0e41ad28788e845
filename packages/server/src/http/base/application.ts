import type { Sha256, TenantId } from '@repertoire/core/base'
import type { CandidatePreview, RoutingPorts } from '@repertoire/core/choose'
import type { GitHosts } from '@repertoire/core/domain'
import type { JudgingDeps, PackageAssessor, SyncDeps } from '@repertoire/core/ingest'
import type { CatalogActor } from '@repertoire/core/keep'
import type { Clock, IdSource, SkillSearch, Store } from '@repertoire/core/ports'
import type { Toolset } from '@repertoire/core/use'
import type { Logger } from 'pino'
import type { AccessAudit } from '../../identity/audit/access-audit.ts'
import type { LoadCheckpointSigner } from '../../identity/audit/checkpoint-signer.ts'
import type { AuditedCall } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import type { DeviceLogins } from '../../identity/auth/device-logins.ts'
import type { FailedKeyThrottle } from '../../identity/auth/failed-key-throttle.ts'
import type { CredentialLimits } from '../../identity/auth/find-credential.ts'
import type { LoginToken } from '../../identity/auth/login-token.ts'
import type { PasskeyChallenges } from '../../identity/auth/passkey-challenge.ts'
import type { NewSecret } from '../../identity/credentials/secret.ts'
import type { SignOn } from '../../identity/sign-on/sign-on.ts'
import type { AdvisoryService } from '../../ingestion/advisories/advisory-service.ts'
import type { InstalledIntegrations } from '../../ingestion/integrations/update-at-start.ts'
import type { Sources } from '../../ingestion/sources/open-sources.ts'
import type { SourceService } from '../../ingestion/sources/source-service.ts'
import type { SourceTokens } from '../../ingestion/sources/source-tokens.ts'
import type { TrustedProxies } from '../../platform/proxy/trusted-proxies.ts'
import type { SkillSecrets } from '../../platform/secrets/skill-secrets.ts'
import type { FolderHealth } from '../../platform/system/folder-health.ts'
import type { ConnectorService } from '../../runtime/connectors/connector-service.ts'
import type { StoredConnectors } from '../../runtime/connectors/stored-connectors.ts'
import type { Curator } from '../../runtime/curator/curator.ts'
import type { Engine } from '../../runtime/engine.ts'
import type { DigestService } from '../../runtime/inbox-notification/digest-service.ts'
import type { LayerService } from '../../runtime/layers/layer-service.ts'
import type { ServerMetrics } from '../../runtime/metrics/server-metrics.ts'
import type { OrganisationModels } from '../../runtime/models/organisation-models.ts'
import type { ScriptService } from '../../runtime/scripts/script-service.ts'
import type { TriggerSecrets } from '../../runtime/triggers/trigger-secrets.ts'
import type { CredentialWatch } from '../sse/credential-watch.ts'
import type { EventFeed } from '../sse/event-feed.ts'
import type { WorkQueue } from './work-queue.ts'

/** `stopping`: somebody asked it to stop, and it still answers what balancers send until they notice. */
export type ServerStage = 'starting' | 'ready' | 'stopping'

/** Everything the HTTP routes use. `createApplication` builds it for the server, `createTestServer` for tests. */
export interface Application {
  readonly store: Store
  readonly search: SkillSearch & CandidatePreview
  readonly engine: Engine
  readonly folders: FolderHealth
  /** What organisations and agents may choose from. */
  readonly toolsets: readonly Toolset[]
  readonly routing: RoutingPorts
  readonly feed: EventFeed
  readonly credentialWatch: CredentialWatch
  readonly curator: Curator
  readonly connectors: ConnectorService
  readonly storedConnectors: StoredConnectors
  readonly scripts: ScriptService
  readonly secrets: SkillSecrets
  readonly layers: LayerService
  readonly triggerSecrets: TriggerSecrets
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly newSecret: NewSecret
  readonly importQueue: WorkQueue
  readonly searchQueue: WorkQueue
  readonly saveQueue: WorkQueue
  readonly sources: SourceService
  readonly advisories: AdvisoryService
  readonly digests: DigestService
  readonly sourceTokens: SourceTokens
  /** What reading a source needs, for a request that waits for it. */
  readonly syncDepsOf: (tenantId: TenantId) => SyncDeps
  readonly registryOf: Sources['registryOf']
  /** Where repositories are by short names. */
  readonly gitHosts: GitHosts
  /** Judges contents by the organisation's policies. */
  readonly judgeOf: (tenantId: TenantId) => PackageAssessor
  readonly failedKeys: FailedKeyThrottle
  readonly accessAudit: AccessAudit
  readonly credentialLimits: CredentialLimits
  /** Undefined: there are no routes for the operator. */
  readonly operatorKey: string | undefined
  readonly loginToken: LoginToken
  readonly deviceLogins: DeviceLogins
  readonly signOn: SignOn
  readonly passkeyChallenges: PasskeyChallenges
  readonly loadSigner: LoadCheckpointSigner
  /** Signs what MCP clients send back with an answer; the same on every replica. */
  readonly mcpStateKey: () => Promise<Uint8Array>
  readonly mcpRequestsPerMinute: number
  /** Reads the description of an app from the public Internet. */
  readonly readClientDocument: (url: string) => Promise<unknown>
  readonly logger: Logger
  /** Undefined: nobody measures, and `/metrics` is not there. */
  readonly metrics: ServerMetrics | undefined
  readonly models: OrganisationModels
  readonly integrations: InstalledIntegrations
  /** Version of this software. */
  readonly version: string
  readonly allowedHosts: readonly string[]
  readonly trustedProxies: TrustedProxies
  /** Folder of the built console. It may not exist. */
  readonly consoleDir: string
  /** Folder of the documentation. It may not exist. */
  readonly docsDir: string
  /** Called for every authenticated request. */
  readonly recordActivity: (tenantId: TenantId) => void
  /** Requests are answered in every stage; `GET /readyz` says whether more should be sent. */
  readonly stage: () => ServerStage
}

/** The ports that changes to the catalogue of the caller's organisation need. */
export function catalogOf(app: Application, caller: Caller): JudgingDeps {
  const { clock, ids, sha256 } = app
  const { tenantId } = caller.principal
  const judge = app.judgeOf(tenantId)
  return { store: app.store.tenant(tenantId), clock, ids, sha256, judge }
}

/** The caller as the actor of a change to the catalogue. */
export function actorOf(
  call: Pick<AuditedCall, 'traceId'> & { readonly caller: Caller },
): CatalogActor {
  return { principal: call.caller.principal, traceId: call.traceId }
}
