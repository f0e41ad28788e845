import type { SkillId } from '../../base/ids.ts'
import type { RoutingEnvironment } from '../../choose/routing/conditions.ts'
import type { RoutingPorts } from '../../choose/routing/routing-ports.ts'
import type { Connector } from '../../domain/connector.ts'
import type { Principal } from '../../domain/principal.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { ConnectorHub } from '../../ports/connectors.ts'
import type { TenantStore } from '../../ports/store.ts'
import { qualifiedName } from '../tools/connector-call.ts'
import type { ToolTable } from '../tools/toolset.ts'

/** The wait for a connector that has not listed its tools yet; it counts without them for this turn. */
const maxToolListWaitMs = 2_000

export interface TurnEnvironmentInput {
  readonly store: Pick<TenantStore, 'skillSecrets'>
  /** Null without routing: no settings are known then, and no platform. */
  readonly routing: Pick<RoutingPorts, 'env' | 'platform'> | null
  readonly connectors: ConnectorHub | null
  readonly principal: Principal
  readonly settings: Pick<OrganisationSettings, 'connectorAccess'>
  readonly tools: Pick<ToolTable, 'descriptions' | 'toolsets'>
  readonly signal: AbortSignal
}

/**
 * The environment of a turn for a skill's conditions: the agent's tools, each connector it may ask for
 * as `mcp__<name>` with its tools as `mcp__<name>__<tool>`, its toolsets, and the names of settings. The
 * operator's settings count for every skill, a skill's own secrets for that skill alone.
 */
export async function turnEnvironment(input: TurnEnvironmentInput): Promise<RoutingEnvironment> {
  const { store, routing, tools } = input
  const ownEnv = new Map<SkillId, Set<string>>()
  for (const { skillId, name } of await store.skillSecrets.names()) {
    const names = ownEnv.get(skillId) ?? new Set()
    ownEnv.set(skillId, names.add(name))
  }
  return {
    env: routing?.env ?? new Set(),
    ownEnv,
    tools: new Set([
      ...tools.descriptions.map(({ name }) => name),
      ...(tools.toolsets.includes('connectors') ? await connectorNames(input) : []),
    ]),
    toolsets: new Set(tools.toolsets),
    platform: routing?.platform ?? '',
  }
}

async function connectorNames(input: TurnEnvironmentInput): Promise<readonly string[]> {
  const { connectors, principal, settings } = input
  if (!connectors) return []
  const access = new Map(Object.entries(settings.connectorAccess))
  const reachable = (await connectors.list(principal)).filter(
    ({ name }) => access.get(name) !== 'off',
  )
  const names = await Promise.all(
    reachable.map(async (connector) => [
      `mcp__${connector.name}`,
      ...(await toolNames(input, connector)),
    ]),
  )
  return names.flat()
}

async function toolNames(
  { connectors, principal, signal }: TurnEnvironmentInput,
  { name }: Connector,
): Promise<readonly string[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(maxToolListWaitMs)])
  try {
    const tools = (await connectors?.tools(principal, name, limited)) ?? []
    return tools.map((tool) => qualifiedName(name, tool.name))
  } catch {
    return []
  }
}
