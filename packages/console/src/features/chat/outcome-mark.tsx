import { Ban, CircleDashed, CircleOff, CircleX, Hand, Lock } from 'lucide-react'
import type { ToolItem } from './conversation-view.ts'
import { notAllowed } from './not-allowed.ts'

/** How a call stands, in a word with its sign; nothing for one that went well. */
export function OutcomeMark({ tool }: { readonly tool: ToolItem }) {
  if (tool.outcome?.status === 'ok') return null
  const [Icon, words] = markOf(tool)
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-ink-3">
      <Icon size={13} aria-hidden="true" /> {words}
    </span>
  )
}

/** Problems by which somebody or some rule said no; by all others the call just came to nothing. */
const decided =
  /^(?:approval|auth|policy|proposal|outbound)\.|^(?:tool\.not-|script\.skill-not-activated|session\.over-budget|skill\.disabled|connector\.needs-)/

function markOf(tool: ToolItem): readonly [typeof Ban, string] {
  if (notAllowed(tool)) return [Lock, 'Not allowed']
  if (tool.outcome?.status === 'refused') {
    return decided.test(tool.outcome.problem.code) ? [Ban, 'Refused'] : [CircleX, 'Did not work']
  }
  if (tool.outcome?.status === 'interrupted') return [CircleOff, 'Interrupted']
  return tool.approval?.status === 'pending' ? [Hand, 'Waiting'] : [CircleDashed, 'Working']
}
