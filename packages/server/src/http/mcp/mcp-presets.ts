import type { AppScope } from '@repertoire/core/domain'
import type { ToolDescription } from '@repertoire/core/ports'
import { discovery, routed, scripts, skillUse, type ToolTable } from '@repertoire/core/use'
import { describedForClient } from './client-words.ts'

/** A choice of tools for clients: `/mcp?preset=NAME`. */
export interface McpPreset {
  readonly name: string
  readonly toolsets: readonly string[]
  /** Those of the toolsets that a client is offered; its own tools do the rest. */
  readonly tools: readonly string[]
}

const reading = ['search_skills', 'use_skill', 'read_skill_file']

export const mcpPresets: readonly McpPreset[] = [
  {
    name: 'standard',
    toolsets: [discovery.name, skillUse.name, scripts.name],
    tools: [
      ...['search_skills', 'enable_skill', 'list_enabled_skills', 'disable_skill'],
      ...['use_skill', 'read_skill_file', 'run_skill_script', 'save_skill'],
    ],
  },
  {
    name: 'routed',
    toolsets: [routed.name, discovery.name, skillUse.name, scripts.name],
    tools: ['search_skills', 'activate_skills', 'read_skill_file', 'run_skill_script'],
  },
  { name: 'read-only', toolsets: [discovery.name, skillUse.name], tools: reading },
]

/** The preset of a request; undefined for a name that is none. */
export function presetNamed(name: string | null): McpPreset | undefined {
  return mcpPresets.find((preset) => preset.name === (name ?? 'standard'))
}

/** The scope that each tool needs beyond reading. */
export const toolScopes: ReadonlyMap<string, AppScope> = new Map([
  ['run_skill_script', 'skills:run'],
  ['save_skill', 'skills:write'],
])

/** The scopes that a client has a use for. */
export function scopesOfPreset({ tools }: McpPreset): readonly AppScope[] {
  return ['skills:read', ...tools.flatMap((tool) => toolScopes.get(tool) ?? [])]
}

/** What of a preset an app may use. Without the toolset of scripts nothing of a call runs one, whoever starts it. */
export function presetWithin(preset: McpPreset, scopes: readonly AppScope[] | null): McpPreset {
  if (scopes === null) return preset
  const isGiven = (tool: string) => scopes.includes(toolScopes.get(tool) ?? 'skills:read')
  return {
    ...preset,
    toolsets: preset.toolsets.filter(
      (name) => name !== scripts.name || scopes.includes('skills:run'),
    ),
    tools: preset.tools.filter(isGiven),
  }
}

export function offeredToClients(table: ToolTable, preset: McpPreset): readonly ToolDescription[] {
  return table.descriptions
    .filter(({ name }) => preset.tools.includes(name))
    .map((tool) => describedForClient(tool, preset.tools))
}

/** Tools that change nothing: a client may call them unasked. `use_skill` may start a sub-agent, and restricts. */
export const readOnlyTools: ReadonlySet<string> = new Set([
  ...['search_skills', 'read_skill_file', 'list_enabled_skills'],
])
