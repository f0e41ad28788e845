import {
  combineToolsets,
  connectors,
  discovery,
  person,
  portable,
  type Toolset,
  type ToolTable,
  web,
  workspace,
} from '@repertoire/core'

/** Every toolset an organisation may choose from. */
export const knownToolsets: readonly Toolset[] = [
  discovery,
  portable,
  workspace,
  person,
  web,
  connectors,
]

/**
 * The tools of the chosen toolsets, in the order chosen; names that are not known (any more) are left out.
 * Throws ProblemError `tools.name-collision`.
 */
export function chosenTools(known: readonly Toolset[], names: readonly string[]): ToolTable {
  return combineToolsets(
    [...new Set(names)].flatMap((name) => known.filter((toolset) => toolset.name === name)),
  )
}
