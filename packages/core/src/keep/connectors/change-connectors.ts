import { ProblemError, throwIf } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { StoredConnector, StoredHeader } from '../../domain/connector.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  type CatalogFact,
  recordChanges,
} from '../skills/catalog-deps.ts'
import { checkConnector, hasSameOrigin, maxStoredConnectors } from './check-connector.ts'
import {
  connectorExists,
  connectorStale,
  headersNeededAgain,
  invalidConnector,
  ownersChangeConnectors,
  storedConnectorNotFound,
} from './connector-problems.ts'

/** The part of a connector that owners edit. */
export type ConnectorDraft = Pick<
  StoredConnector,
  'title' | 'description' | 'url' | 'headers' | 'openWorld'
>

/** A new connector. */
export interface AddConnectorRequest {
  readonly name: string
  readonly draft: ConnectorDraft
  /** Names that the server's own file has for this organisation. */
  readonly fileNames: readonly string[]
}

/** A header with its new value, or with the one it has. */
export type HeaderChange = StoredHeader | { readonly name: string; readonly encrypted: null }

/** A change; absent fields stay. */
export interface ConnectorChange {
  readonly name: string
  readonly change: Partial<Omit<ConnectorDraft, 'headers'>> & {
    readonly headers?: readonly HeaderChange[]
  }
  readonly expectedVersion?: number | undefined
}

export type ConnectorDeps = Pick<CatalogDeps, 'store' | 'clock' | 'ids'>

/** Throws ProblemError `auth.permission-missing` or `connector.owners-only`. */
export function requireConnectorOwner(principal: Principal): void {
  throwIf(missingPermission(principal, 'settings.write'))
  if (principal.role !== 'owner') throw new ProblemError(ownersChangeConnectors)
}

/**
 * Adds a connector. Throws ProblemError `connector.invalid`, `connector.exists`, `connector.owners-only`,
 * `auth.permission-missing`.
 */
export async function addConnector(
  deps: ConnectorDeps,
  actor: CatalogActor,
  { name, draft, fileNames }: AddConnectorRequest,
): Promise<StoredConnector> {
  requireConnectorOwner(actor.principal)
  const known = await deps.store.connectors.list()
  if (known.length >= maxStoredConnectors) {
    throw invalidConnector('name', `An organisation has at most ${maxStoredConnectors} connectors.`)
  }
  const now = deps.clock.now()
  const connector: StoredConnector = {
    ...{ ...draft, name, createdBy: actor.principal.userId, createdAt: now, updatedAt: now },
    version: 1,
  }
  checkConnector(connector)
  if (fileNames.includes(name)) throw connectorExists(name)
  if (known.some((one) => one.name === name)) throw connectorExists(name)
  await closeAccess(deps, name)
  await deps.store.connectors.create(connector)
  await record(deps, actor, { action: 'connector-added', connector })
  return connector
}

/**
 * Changes a connector; calls use it from the next one on. Throws like {@link addConnector}, and ProblemError
 * `connector.not-found`, `connector.stale`, `connector.headers-needed-again`.
 */
export async function changeConnector(
  deps: ConnectorDeps,
  actor: CatalogActor,
  { name, change, expectedVersion }: ConnectorChange,
): Promise<StoredConnector> {
  requireConnectorOwner(actor.principal)
  const before = await deps.store.connectors.get(name)
  if (!before) throw storedConnectorNotFound(name)
  if (expectedVersion !== undefined && expectedVersion !== before.version) {
    throw connectorStale(name)
  }
  const { headers, ...rest } = change
  const after: StoredConnector = {
    ...{ ...before, ...rest, updatedAt: deps.clock.now(), version: before.version + 1 },
    ...(headers && { headers: headers.map((header) => headerOf(before, header)) }),
  }
  checkConnector(after)
  const keepsValue = after.headers.some((header) => before.headers.includes(header))
  if (keepsValue && !hasSameOrigin(before, after)) throw new ProblemError(headersNeededAgain)
  await deps.store.connectors.update(after, before.version)
  await record(deps, actor, { action: 'connector-changed', connector: after })
  return after
}

/** Removes a connector with its headers. Throws ProblemError `connector.not-found`, `connector.owners-only`. */
export async function removeConnector(
  deps: ConnectorDeps,
  actor: CatalogActor,
  name: string,
): Promise<void> {
  requireConnectorOwner(actor.principal)
  const connector = await deps.store.connectors.get(name)
  if (!connector || !(await deps.store.connectors.remove(name))) {
    throw storedConnectorNotFound(name)
  }
  await record(deps, actor, { action: 'connector-removed', connector })
}

function headerOf({ headers }: StoredConnector, change: HeaderChange): StoredHeader {
  if (change.encrypted !== null) return change
  const wanted = change.name.toLowerCase()
  const found = headers.find(({ name }) => name.toLowerCase() === wanted)
  if (found) return found
  throw invalidConnector('headers', `Give the header "${change.name}" a value.`)
}

/** A new connector is never open because one of the same name was. */
async function closeAccess({ store }: ConnectorDeps, name: string): Promise<void> {
  const { settings, version } = await store.settings.get()
  const { connectorAccess } = settings
  if (!Object.hasOwn(connectorAccess, name) || connectorAccess[name] !== 'open') return
  const rest = Object.entries(connectorAccess).filter(([one]) => one !== name)
  const closed = { ...settings, connectorAccess: Object.fromEntries(rest) }
  await store.settings.put(closed, version)
}

interface ConnectorFact {
  readonly action: CatalogFact['action']
  readonly connector: StoredConnector
}

function record(deps: ConnectorDeps, actor: CatalogActor, { action, connector }: ConnectorFact) {
  return recordChanges(deps, actor, [
    { action, target: connector.name, details: detailsOf(connector) },
  ])
}

/** Of headers only their names and when they were set. */
function detailsOf({ title, url, headers, openWorld }: StoredConnector): JsonObject {
  return {
    ...{ name: title, url, open_world: openWorld },
    headers: headers.map(({ name, setAt }) => ({ name, set_at: setAt })),
  }
}
