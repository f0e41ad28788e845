import { ProblemError } from '../../base/errors.ts'
import type { AuthoredHead } from '../../domain/authored-tool.ts'
import type { Skill } from '../../domain/skill.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import type { ToolDescription } from '../../ports/model.ts'
import type { Tool, ToolServices } from './tool.ts'

/** What further tools of one agent are made from at one step. */
export interface DynamicToolSources {
  /** The agent's skills that may be used now, in its order (C1). */
  readonly attached: readonly Skill[]
  /** What agents wrote for the person, and is offered now (B5). */
  readonly authored: readonly AuthoredHead[]
}

const noDynamicTools: DynamicToolSources = { attached: [], authored: [] }

/** One named group of meta-tools (DESIGN, "Toolsets"). A table: it has neither state nor rules. */
export interface Toolset {
  readonly name: string
  /** How to use the group, for the first block of the system prompt. */
  readonly instructions: string
  readonly tools: readonly Tool[]
  /** Further tools, made from this. The same material gives the same tools. */
  toolsFor?(sources: DynamicToolSources): readonly Tool[]
  /** Names of further tools that are always the same: nobody else may use them. */
  readonly reservedNames?: readonly string[]
  /**
   * What the agent has to know beforehand, as it is now: a block of its own in the system prompt, empty for
   * none. The same facts give the same bytes. The author of the text neutralises what others wrote.
   */
  preamble?(services: ToolServices): Promise<string>
}

/** The tools an agent speaks. */
export interface ToolTable {
  readonly toolsets: readonly string[]
  readonly instructions: string
  /** As the model is shown them, in the order of the toolsets. */
  readonly descriptions: readonly ToolDescription[]
  /** The toolsets' preambles, in their order; empty ones left out. */
  preambles(services: ToolServices): Promise<readonly string[]>
  /** Knows only what was put into the table: `constructor` or `__proto__` find nothing. */
  find(name: string): Tool | undefined
}

/**
 * Puts toolsets together, with the tools made from this; of one without tools nothing is said,
 * and one tool may be in two of them. Throws ProblemError `tools.name-collision` when two of them use one tool name:
 * such toolsets cannot serve one agent.
 */
export function combineToolsets(
  toolsets: readonly Toolset[],
  sources: DynamicToolSources = noDynamicTools,
): ToolTable {
  const byName = new Map<string, { tool: Tool; toolset: string }>()
  const resolved = toolsets.map((toolset) => ({
    ...toolset,
    tools: [...toolset.tools, ...(toolset.toolsFor?.(sources) ?? [])],
  }))
  for (const { name: toolset, tools } of resolved) {
    for (const tool of tools) {
      const other = byName.get(tool.name)
      if (other && other.tool !== tool) throw collision(tool.name, [other.toolset, toolset])
      byName.set(tool.name, { tool, toolset })
    }
  }
  return {
    toolsets: toolsets.map((toolset) => toolset.name),
    instructions: resolved
      .filter(({ tools }) => tools.length > 0)
      .map(({ instructions }) => instructions)
      .join('\n\n'),
    descriptions: [...byName.values()].map(({ tool: { name, description, inputSchema } }) => ({
      name,
      description,
      inputSchema,
    })),
    preambles: async (services) => {
      const texts = await Promise.all(toolsets.map((toolset) => toolset.preamble?.(services) ?? ''))
      return texts.filter((text) => text !== '')
    },
    find: (name) => byName.get(name)?.tool,
  }
}

/** Names that the tools of these toolsets have, whatever they are made from. */
export function reservedToolNames(toolsets: readonly Toolset[]): ReadonlySet<string> {
  return new Set(
    toolsets.flatMap(({ tools, reservedNames = [] }) => [
      ...tools.map(({ name }) => name),
      ...reservedNames,
    ]),
  )
}

/** The names of {@link reservedToolNames}, each with its tier; null: the tool asks by its own rules. */
export function tiersOfTools(toolsets: readonly Toolset[]): ReadonlyMap<string, ToolTier | null> {
  const reserved = [...reservedToolNames(toolsets)].map((name) => [name, null] as const)
  const tools = toolsets.flatMap((toolset) => toolset.tools)
  return new Map([...reserved, ...tools.map(({ name, tier }) => [name, tier] as const)])
}

function collision(tool: string, between: string[]): ProblemError {
  return new ProblemError({
    code: 'tools.name-collision',
    kind: 'conflict',
    message: `The toolsets ${between.join(' and ')} both have a tool named ${tool}: one agent cannot speak both.`,
    hint: 'Give each of the two to an agent of its own.',
    details: { tool, toolsets: between },
  })
}
