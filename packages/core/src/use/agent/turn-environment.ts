import type { SkillId } from '../../base/ids.ts'
import type { RoutingEnvironment } from '../../choose/routing/conditions.ts'
import type { RoutingPorts } from '../../choose/routing/routing-ports.ts'
import type { Principal } from '../../domain/principal.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { ConnectorHub } from '../../ports/connectors.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { ToolTable } from '../tools/toolset.ts'

export interface TurnEnvironmentInput {
  readonly store: Pick<TenantStore, 'skillSecrets'>
  readonly routing: Pick<RoutingPorts, 'env' | 'platform'>
  readonly connectors: ConnectorHub | null
  readonly principal: Principal
  readonly settings: Pick<OrganisationSettings, 'connectorAccess'>
  readonly tools: ToolTable
}

/**
 * The environment of a turn for a skill's conditions (E3): the agent's tools, each connector it may ask for
 * as `mcp__<name>`, its toolsets, and the names of settings. The operator's settings count for every skill,
 * a skill's own secrets for that skill alone.
 */
export async function turnEnvironment(input: TurnEnvironmentInput): Promise<RoutingEnvironment> {
  const { store, routing, connectors, principal, settings, tools } = input
  const access = new Map(Object.entries(settings.connectorAccess))
  const connectorList = (await connectors?.list(principal)) ?? []
  const reachable = connectorList.filter(({ name }) => access.get(name) !== 'off')
  const ownEnv = new Map<SkillId, Set<string>>()
  for (const { skillId, name } of await store.skillSecrets.names()) {
    const names = ownEnv.get(skillId) ?? new Set()
    ownEnv.set(skillId, names.add(name))
  }
  return {
    env: routing.env,
    ownEnv,
    tools: new Set([
      ...tools.descriptions.map(({ name }) => name),
      ...(tools.toolsets.includes('connectors') ? reachable.map(({ name }) => `mcp__${name}`) : []),
    ]),
    toolsets: new Set(tools.toolsets),
    platform: routing.platform,
  }
}
