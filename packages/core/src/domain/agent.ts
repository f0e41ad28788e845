import type { AgentId, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { AgentRouting } from './routing-preferences.ts'

/** An assistant an organisation has set up: what it is told, which tools it speaks, which skills are its own (C1, C2). */
export interface Agent {
  readonly id: AgentId
  readonly name: string
  /** What it is told before everything else but the organisation's policies; empty for nothing. */
  readonly instruction: string
  /** Of the models the server offers; null for the server's usual one. */
  readonly modelId: string | null
  /** Names of toolsets, in order. `packages` goes without saying. */
  readonly toolsets: readonly string[]
  /** Attached skills of the organisation, in order. */
  readonly skillIds: readonly SkillId[]
  /** What it has of its own in how skills are chosen (E2); null or absent: as the organisation has it. */
  readonly routing?: AgentRouting | null
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** Grows with every change; the ETag. */
  readonly version: number
}

/** What a person writes of an agent. */
export type AgentDraft = Pick<
  Agent,
  'name' | 'instruction' | 'modelId' | 'toolsets' | 'skillIds' | 'routing'
>

/** The agent a run was started with, as the log remembers it. */
export type AgentReference = Pick<Agent, 'id' | 'name' | 'version'>

/** The toolset every agent speaks: its tools are there as soon as skills are attached (C2). */
export const packagesToolsetName = 'packages'

/** What an agent speaks of whom nobody said it. */
export const defaultAgentToolsets: readonly string[] = [packagesToolsetName, 'workspace', 'person']

/** The names of all toolsets the agent speaks, in order. */
export function agentToolsets({ toolsets }: Pick<Agent, 'toolsets'>): readonly string[] {
  return toolsets.includes(packagesToolsetName) ? toolsets : [...toolsets, packagesToolsetName]
}

export function agentReference({ id, name, version }: Agent): AgentReference {
  return { id, name, version }
}
