import { allowedNames, recognisedTools, toolsOnList } from '@repertoire/core'
import type { ToolListBody } from '@repertoire/protocol'
import { knownToolsets } from '../engines/toolsets.ts'

/** Every tool an organisation's agents could speak. */
const knownTools: ReadonlySet<string> = new Set(
  knownToolsets.flatMap(({ tools }) => tools.map(({ name }) => name)),
)

/** A skill's list of allowed tools as it is held to here (D7). */
export function toToolList(listed: readonly string[]): ToolListBody {
  return {
    restricts: toolsOnList(listed).restricts,
    listed: recognisedTools(listed, knownTools).map((entry) => ({ ...entry })),
  }
}

/** The names that list comes to among the tools there are; null when it restricts nothing (D7). */
export function toAllowedNames(listed: readonly string[]): string[] | null {
  const list = toolsOnList(listed)
  if (!list.restricts) return null
  return allowedNames(list).filter((name) => knownTools.has(name) || name.startsWith('mcp__'))
}
