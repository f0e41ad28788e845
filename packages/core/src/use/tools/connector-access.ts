import type { Problem } from '../../base/errors.ts'
import type { Connector, ConnectorAccess } from '../../domain/connector.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { TurnState } from '../session/turn-state.ts'

/** The facts that decide about access to a connector. */
export interface AccessFacts {
  readonly settings: Pick<OrganisationSettings, 'connectorAccess'>
  readonly turn: Pick<TurnState, 'granted'>
}

/** An organisation's setting for a connector; `ask` when nothing is set. */
export function connectorAccessOf(
  settings: Pick<OrganisationSettings, 'connectorAccess'>,
  name: string,
): ConnectorAccess {
  const { connectorAccess } = settings
  return Object.hasOwn(connectorAccess, name) ? (connectorAccess[name] ?? 'ask') : 'ask'
}

/**
 * Whether a conversation may use a connector now: it is open, or a person with the right to do so approved
 * it with its current digest. A missing or disabled connector is `not-found`. Pure.
 */
export function connectorAccessState(
  connector: Connector | null,
  { settings, turn }: AccessFacts,
): 'ready' | 'needs-permission' | 'not-found' {
  if (!connector) return 'not-found'
  const access = connectorAccessOf(settings, connector.name)
  if (access === 'off') return 'not-found'
  if (access === 'open') return 'ready'
  const grant = turn.granted.get(connector.name)
  const isCurrent = grant?.digest === connector.digest
  return isCurrent && (access === 'ask' || grant.byAdministrator) ? 'ready' : 'needs-permission'
}

export function unknownConnector(name: string): Problem {
  return {
    code: 'connector.not-found',
    kind: 'not-found',
    message: `There is no connector named "${name.slice(0, 100)}".`,
    hint: 'Call list_connectors for the names there are.',
    details: { connector: name.slice(0, 100) },
  }
}

/** Why a tool of this connector may not be called now; null when it may. */
export function connectorProblem(
  name: string,
  connector: Connector | null,
  facts: AccessFacts,
): Problem | null {
  const state = connectorAccessState(connector, facts)
  if (state === 'ready') return null
  if (state === 'not-found') return unknownConnector(name)
  const grant = facts.turn.granted.get(name)
  const stale = grant !== undefined && grant.digest !== connector?.digest
  return {
    code: 'connector.needs-permission',
    kind: 'forbidden',
    message: stale
      ? `"${name}" is configured differently than when a person let this conversation use it, so that approval no longer counts.`
      : `Nobody has let this conversation use "${name}" yet.`,
    hint: `Call request_connector_access with {"connector": "${name}"} and say what it is needed for; a person is asked.`,
    details: { connector: name },
  }
}
