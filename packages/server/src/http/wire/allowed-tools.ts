import { allKnownTools, allowedNames, parseAllowedTools } from '@repertoire/core/domain'
import { knownToolsets } from '@repertoire/core/use'
import type { ToolListBody } from '@repertoire/protocol'

/** Every tool that an organisation's agents can have. */
const knownTools: ReadonlySet<string> = new Set(
  knownToolsets.flatMap(({ tools }) => tools.map(({ name }) => name)),
)

/** A skill's list of allowed tools as it is enforced; `tools`: those there are, by default all toolsets'. */
export function toToolList(
  listed: readonly string[],
  tools: ReadonlySet<string> = knownTools,
): ToolListBody {
  return {
    restricts: parseAllowedTools(listed).restricts,
    listed: allKnownTools(listed, tools).map((entry) => ({ ...entry })),
  }
}

/** The existing tools that the list allows. Null when it restricts nothing. */
export function toAllowedNames(listed: readonly string[]): string[] | null {
  const list = parseAllowedTools(listed)
  if (!list.restricts) return null
  return allowedNames(list).filter(
    (name) => knownTools.has(name.replace(/\(.*$/s, '')) || name.startsWith('mcp__'),
  )
}
