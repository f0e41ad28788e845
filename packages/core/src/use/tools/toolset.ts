import { ProblemError } from '../../base/errors.ts'
import type { AuthoredHead } from '../../domain/authored-tool.ts'
import type { Skill } from '../../domain/skill.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import type { ToolDescription } from '../../ports/model.ts'
import { newSkillLists, type SkillLists } from './skill-lists.ts'
import type { Tool, ToolServices } from './tool.ts'

/** The data from which dynamic tools are made at each step. */
export interface DynamicToolSources {
  /** The agent's skills that may be used now, in the agent's order. */
  readonly attached: readonly Skill[]
  /** The authored tools that are offered now. */
  readonly authored: readonly AuthoredHead[]
  /** Whether scripts can run here; unknown when absent. Without it no tool that needs a sandbox is offered. */
  readonly canRunScripts?: boolean
}

const noDynamicTools: DynamicToolSources = { attached: [], authored: [] }

/** A named group of tools. A table without state or rules. */
export interface Toolset {
  readonly name: string
  /** Instructions for the group, in the first block of the system prompt. */
  readonly instructions: string
  readonly tools: readonly Tool[]
  /**
   * The tools in a combination with toolsets of these names, where they differ from `tools`; null where they do
   * not. Two documents name different tools alike, and every combination has to work.
   */
  toolsBeside?(others: ReadonlySet<string>): readonly Tool[] | null
  /** Dynamic tools. The same sources give the same tools. */
  toolsFor?(sources: DynamicToolSources): readonly Tool[]
  /** Names of dynamic tools, which no other tool may use. */
  readonly reservedNames?: readonly string[]
  /**
   * A block of the system prompt with current facts, empty for none. The same facts give the same bytes.
   * The toolset neutralises texts of other authors. A list of skills names none of `lists.named`, and adds its own.
   */
  preamble?(services: ToolServices, lists?: SkillLists): Promise<string>
  /** Its preamble lists the agent's own skills, which other lists then leave out. */
  readonly listsAttached?: true
}

/** The tools of an agent. */
export interface ToolTable {
  readonly toolsets: readonly string[]
  readonly instructions: string
  /** The descriptions for the model, in the order of the toolsets. */
  readonly descriptions: readonly ToolDescription[]
  /** The toolsets' preambles, in their order; empty ones left out. */
  preambles(services: ToolServices, lists?: SkillLists): Promise<readonly string[]>
  /** Finds only tools of the table, not `constructor` or `__proto__`. */
  find(name: string): Tool | undefined
  /** The names of tools that are not offered, because no script can run here. */
  readonly needingSandbox: ReadonlySet<string>
}

/**
 * Combines toolsets with their dynamic tools. A toolset without tools gives no instructions, and one tool
 * may be in two toolsets. Throws ProblemError `tools.name-collision` when two different tools share a name.
 */
export function combineToolsets(
  toolsets: readonly Toolset[],
  sources: DynamicToolSources = noDynamicTools,
): ToolTable {
  const byName = new Map<string, { tool: Tool; toolset: string }>()
  const names = new Set(toolsets.map(({ name }) => name))
  const needingSandbox = new Set<string>()
  const resolved = toolsets.map((toolset) => ({
    ...toolset,
    tools: [
      ...(toolset.toolsBeside?.(names) ?? toolset.tools),
      ...(toolset.toolsFor?.(sources) ?? []),
    ].filter(({ name, needsSandbox }) => {
      const isOffered = !needsSandbox || sources.canRunScripts !== false
      if (!isOffered) needingSandbox.add(name)
      return isOffered
    }),
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
    descriptions: [...byName.values()].map(({ tool }) => descriptionOf(tool)),
    preambles: async (services, lists = newSkillLists()) => {
      const texts = new Map<Toolset, string>()
      // One after the other: a list leaves out the skills that an earlier one names.
      for (const toolset of attachedListsFirst(toolsets)) {
        texts.set(toolset, (await toolset.preamble?.(services, lists)) ?? '')
      }
      return toolsets.map((toolset) => texts.get(toolset) ?? '').filter((text) => text !== '')
    },
    find: (name) => byName.get(name)?.tool,
    needingSandbox,
  }
}

/** The same object for the same tool, so that what is computed of it is computed once. */
const descriptions = new WeakMap<Tool, ToolDescription>()

function descriptionOf(tool: Tool): ToolDescription {
  const known = descriptions.get(tool)
  if (known) return known
  const { name, description, inputSchema } = tool
  const described = { name, description, inputSchema }
  descriptions.set(tool, described)
  return described
}

/** An agent's own skills are named in their own list, wherever its toolset stands. */
function attachedListsFirst(toolsets: readonly Toolset[]): readonly Toolset[] {
  const attached = toolsets.filter(({ listsAttached }) => listsAttached)
  return [...attached, ...toolsets.filter(({ listsAttached }) => !listsAttached)]
}

/** The names of all tools of these toolsets, dynamic ones included. */
export function reservedToolNames(toolsets: readonly Toolset[]): ReadonlySet<string> {
  return new Set(
    toolsets.flatMap(({ tools, reservedNames = [] }) => [
      ...tools.map(({ name }) => name),
      ...reservedNames,
    ]),
  )
}

/** The names of {@link reservedToolNames}, each with its tier; null: the tool has its own rules. */
export function tiersOfTools(toolsets: readonly Toolset[]): ReadonlyMap<string, ToolTier | null> {
  const reserved = [...reservedToolNames(toolsets)].map((name) => [name, null] as const)
  const tools = toolsets.flatMap((toolset) => toolset.tools)
  return new Map([...reserved, ...tools.map(({ name, tier }) => [name, tier] as const)])
}

function collision(tool: string, between: string[]): ProblemError {
  return new ProblemError({
    code: 'tools.name-collision',
    kind: 'conflict',
    message: `The toolsets ${between.join(' and ')} both have a tool named ${tool}: one agent cannot have both.`,
    hint: 'Give each of the two to an agent of its own.',
    details: { tool, toolsets: between },
  })
}
