import type {
  CatalogActor,
  CatalogDeps,
  Clock,
  IdSource,
  IntegrationCatalogue,
  RoutingPorts,
  Sha256,
  SkillSearch,
  Store,
  TenantId,
} from '@repertoire/core'
import type { Logger } from 'pino'
import type { Caller } from '../auth/authenticate.ts'
import type { LoginToken } from '../auth/login-token.ts'
import type { NewSecret } from '../auth/secret.ts'
import type { ConnectorService } from '../connectors/connector-service.ts'
import type { Curator } from '../curator/curator.ts'
import type { Engine } from '../engines/engine.ts'
import type { LayerService } from '../layers/layer-service.ts'
import type { OfferedModel } from '../models/select-model.ts'
import type { ScriptService } from '../scripts/script-service.ts'
import type { SkillSecrets } from '../secrets/skill-secrets.ts'
import type { EventFeed } from '../sse/event-feed.ts'
import type { TriggerSecrets } from '../triggers/trigger-secrets.ts'

/** Everything the doors of the server are made of. Tests give their own. */
export interface Application {
  readonly store: Store
  readonly search: SkillSearch
  readonly engine: Engine
  readonly routing: RoutingPorts
  readonly feed: EventFeed
  readonly curator: Curator
  readonly connectors: ConnectorService
  readonly scripts: ScriptService
  readonly secrets: SkillSecrets
  readonly layers: LayerService
  readonly triggerSecrets: TriggerSecrets
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly newSecret: NewSecret
  readonly loginToken: LoginToken
  readonly logger: Logger
  readonly model: { readonly label: string; readonly demo: boolean }
  /** Those an agent may name, the usual one among them. */
  readonly models: readonly OfferedModel[]
  /** What is in the folder of integrations, and where that folder is. */
  readonly integrations: { readonly catalogue: IntegrationCatalogue; readonly folder: string }
  /** Of this software. */
  readonly version: string
  readonly allowedHosts: readonly string[]
  /** Folder of the built console; it may not be there. */
  readonly consoleDir: string
  /** Told of every request that is let in. */
  readonly recordActivity: (tenantId: TenantId) => void
  /** False until the start is complete; requests are answered before, but not counted on. */
  readonly isReady: () => boolean
}

/** What catalogue changes in the caller's organisation take. */
export function catalogOf(app: Application, caller: Caller): CatalogDeps {
  const { clock, ids, sha256 } = app
  return { store: app.store.tenant(caller.principal.tenantId), clock, ids, sha256 }
}

/** The caller as the catalogue sees them. */
export function actorOf(call: { caller: Caller; traceId: string }): CatalogActor {
  return { principal: call.caller.principal, traceId: call.traceId }
}
