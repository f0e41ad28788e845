import {
  type Agent,
  agentToolsets,
  type OrganisationSettings,
  type Principal,
} from '@repertoire/core/domain'
import { attachedSkills } from '@repertoire/core/keep'
import type { ConnectorHub, TenantStore } from '@repertoire/core/ports'
import type { Toolset, ToolTable } from '@repertoire/core/use'
import { type AvailableServices, selectedTools, usableToolsets } from './toolsets.ts'

export interface ActiveToolsetsContext {
  readonly toolsets: readonly Toolset[]
  readonly connectors: ConnectorHub | null
  /** What this process can run besides connectors. */
  readonly available: Omit<AvailableServices, 'connectors'>
}

/** Whose turn it is, and with which agent. */
export interface TurnParties {
  readonly principal: Principal
  readonly settings: OrganisationSettings
  readonly agent: Agent | null
}

/** The tools that a turn of this person has, with this agent or without one. */
export async function activeToolTable(
  { toolsets, connectors, available }: ActiveToolsetsContext,
  { principal, settings, agent }: TurnParties,
  skills: Pick<TenantStore['skills'], 'getMany'>,
): Promise<ToolTable> {
  const chosen = agent ? { ...settings, toolsets: agentToolsets(agent) } : settings
  const reachable = (await connectors?.list(principal)) ?? []
  const names = usableToolsets(chosen, { ...available, connectors: reachable })
  const attached = agent ? await attachedSkills(skills, principal.userId, agent) : []
  return selectedTools(toolsets, names, { attached, authored: [] })
}
