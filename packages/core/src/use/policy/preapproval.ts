import { allows, parseAllowedTools } from '../../domain/allowed-tools.ts'
import type { ToolRestriction } from '../../domain/events.ts'
import type { ResolvedCall } from '../../domain/resolved-call.ts'
import type { BoundCall } from '../tools/tool.ts'

/**
 * The list that names this very call, if one does. Only the called tool's own name counts, never a proxy's: a list
 * that names a proxy tool says nothing of what is called through it. A list that restricts nothing names nothing. Pure.
 */
export function preapprovingList(
  lists: readonly ToolRestriction[],
  { call, resolvedCall }: { readonly call: BoundCall; readonly resolvedCall: ResolvedCall },
): ToolRestriction | undefined {
  return lists.find(({ allowedTools }) => {
    const list = parseAllowedTools(allowedTools)
    return list.restricts && allows(list, [resolvedCall.tool], call.subject)
  })
}
