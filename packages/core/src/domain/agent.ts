import type { AgentId, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { AgentRouting } from './routing-preferences.ts'

/** An assistant of an organisation: its instruction, its toolsets and the skills attached to it. */
export interface Agent {
  readonly id: AgentId
  readonly name: string
  /** Placed in the prompt after the organisation's policies; may be empty. */
  readonly instruction: string
  /** One of the server's models; null for the default model. */
  readonly modelId: string | null
  /** Names of toolsets, in order. `packages` is always included. */
  readonly toolsets: readonly string[]
  /** Attached skills of the organisation, in order. */
  readonly skillIds: readonly SkillId[]
  /** Overrides of the organisation's routing preferences; null or absent for none. */
  readonly routing?: AgentRouting | null
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** Increases with every change; the ETag. */
  readonly version: number
}

/** The part of an agent that people edit. */
export type AgentDraft = Pick<
  Agent,
  'name' | 'instruction' | 'modelId' | 'toolsets' | 'skillIds' | 'routing'
>

/** The agent a run was started with, as recorded in the log. */
export type AgentReference = Pick<Agent, 'id' | 'name' | 'version'>

/** The toolset of every agent: its tools are offered as soon as a skill is attached. */
export const packagesToolsetName = 'packages'

/** The toolsets of an agent that was created without any. */
export const defaultAgentToolsets: readonly string[] = [packagesToolsetName, 'workspace', 'person']

/** The names of all toolsets of the agent, in order. */
export function agentToolsets({ toolsets }: Pick<Agent, 'toolsets'>): readonly string[] {
  return toolsets.includes(packagesToolsetName) ? toolsets : [...toolsets, packagesToolsetName]
}

export function agentReference({ id, name, version }: Agent): AgentReference {
  return { id, name, version }
}
