import { useId, useState } from 'react'
import { ApprovalAnswer } from './approval-answer.tsx'
import type { ToolCallQuestion } from './approval-question.ts'

/** Approve or deny; what only happens by hand is approved after one deliberate step more. */
export function ToolCallAnswer({ question }: { readonly question: ToolCallQuestion }) {
  const [read, setRead] = useState(false)
  const checkId = useId()
  if (question.call.tier !== 'MANUAL_ONLY') return <ApprovalAnswer question={question} />
  return (
    <>
      <div className="flex items-start gap-2 border-t border-line bg-inset px-4 py-3">
        <input
          id={checkId}
          type="checkbox"
          checked={read}
          onChange={(event) => setRead(event.target.checked)}
          className="mt-0.5"
        />
        <label htmlFor={checkId} className="text-xs">
          I have read the arguments, and I want exactly this to happen.
        </label>
      </div>
      <ApprovalAnswer question={question} mayApprove={read} />
    </>
  )
}
