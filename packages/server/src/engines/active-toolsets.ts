import {
  type Agent,
  agentToolsets,
  attachedSkills,
  type ConnectorHub,
  type OrganisationSettings,
  type Principal,
  type TenantStore,
  type Toolset,
  type ToolTable,
} from '@repertoire/core'
import { chosenTools, usableToolsets } from './toolsets.ts'

export interface ActiveToolsetsContext {
  readonly toolsets: readonly Toolset[]
  readonly connectors: ConnectorHub | null
  /** What this process can run besides connectors. */
  readonly available: { readonly web: boolean; readonly scripts: boolean; readonly code: boolean }
}

/** The tools that a turn of this person has, with this agent or without one. */
export async function activeToolTable(
  { toolsets, connectors, available }: ActiveToolsetsContext,
  {
    principal,
    settings,
    agent,
    skills,
  }: {
    readonly principal: Principal
    readonly settings: OrganisationSettings
    readonly agent: Agent | null
    readonly skills: Pick<TenantStore['skills'], 'getMany'>
  },
): Promise<ToolTable> {
  const chosen = agent ? { ...settings, toolsets: agentToolsets(agent) } : settings
  const reachable = (await connectors?.list(principal)) ?? []
  const names = usableToolsets(chosen, { ...available, connectors: reachable })
  const attached = agent ? await attachedSkills(skills, principal.userId, agent) : []
  return chosenTools(toolsets, names, { attached, authored: [] })
}
