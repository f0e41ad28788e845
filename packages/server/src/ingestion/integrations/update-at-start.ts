import { setImmediate } from 'node:timers/promises'
import type { Sha256, TenantId } from '@repertoire/core/base'
import {
  followIntegrations,
  judgeUntilAborted,
  type PackageAssessor,
} from '@repertoire/core/ingest'
import type {
  Clock,
  IdSource,
  IntegrationCatalogue,
  IntegrationFolder,
  Store,
} from '@repertoire/core/ports'
import type { Logger } from 'pino'
import { reportBroken } from './report-broken.ts'

export interface IntegrationUpdatePorts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  readonly judgeOf: (tenantId: TenantId) => PackageAssessor
  readonly logger: Logger
  readonly integrations: InstalledIntegrations
}

/** What is in the folder of integrations, and where that folder is. */
export interface InstalledIntegrations {
  readonly catalogue: IntegrationCatalogue
  readonly folder: string
}

/**
 * Sets up integrations again, in every organisation, whose version on disk differs from the one that was set up. A broken
 * integration is logged and left as it was; it does not keep the server from starting. One that `signal` interrupts is left for
 * the next start.
 */
export async function updateIntegrationsAtStart(
  app: IntegrationUpdatePorts,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { logger, integrations } = app
  try {
    const folders = await integrations.catalogue.list()
    reportFolders(app, folders)
    if (folders.length === 0) return
    const judgeOf = (id: TenantId) => judgeUntilAborted(app.judgeOf(id), signal)
    for (const { id } of await app.store.directory.tenants()) {
      if (signal.aborted) return
      await updateTenant({ ...app, judgeOf }, id, folders)
    }
  } catch (error) {
    logger.error({ err: error, folder: integrations.folder }, 'integrations cannot be read')
  }
}

function reportFolders(
  { logger }: IntegrationUpdatePorts,
  folders: readonly IntegrationFolder[],
): void {
  for (const { domain, problem, manifest } of folders) {
    if (problem) {
      logger.warn({ integration: domain, code: problem.code }, 'an integration is broken')
    } else {
      logger.debug({ integration: domain, version: manifest.version }, 'an integration was found')
    }
  }
}

async function updateTenant(
  {
    store,
    clock,
    ids,
    sha256,
    judgeOf,
    logger,
    integrations: { catalogue },
  }: IntegrationUpdatePorts,
  tenantId: TenantId,
  folders: readonly IntegrationFolder[],
): Promise<void> {
  const deps = { store: store.tenant(tenantId), clock, ids, sha256, judge: judgeOf(tenantId) }
  const yieldToEventLoop = () => setImmediate()
  const request = { folders, catalogue, traceId: ids.traceId(), yieldToEventLoop }
  for (const { entry, setUp, error } of await followIntegrations(deps, request)) {
    const { domain: integration, scope, version: before } = entry
    const fact = { tenant: tenantId, integration, scope: scope.kind, before }
    if (setUp) {
      logger.info({ ...fact, version: setUp.entry.version }, 'an integration was set up again')
      reportBroken(logger, integration, setUp.outcomes)
    } else {
      logger.error({ ...fact, err: error }, 'an integration could not be set up again')
    }
  }
}
