import { Check, Clock, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { relativeTime } from '../design/moment.tsx'
import { useNow } from '../design/use-now.ts'
import type { ApprovalQuestion } from './approval-question.ts'
import { useAnswer } from './use-answer.ts'

/** Approve or deny, with a note, until the deadline. Neither has the focus by itself. */
export function ApprovalAnswer({ question }: { readonly question: ApprovalQuestion }) {
  const now = useNow()
  const [note, setNote] = useState('')
  const { answer, sent } = useAnswer(question)
  const deadline = new Date(question.expiresAt).getTime()
  const expired = deadline <= now
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-inset px-4 py-3">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Note (kept with the decision)"
          value={note}
          maxLength={1000}
          onChange={(event) => setNote(event.target.value)}
          className="min-w-48 flex-1"
        />
        <div className="flex gap-2">
          <Button disabled={sent || expired} onClick={(event) => answer(event, false, note)}>
            <X size={15} aria-hidden="true" /> Deny
          </Button>
          <Button
            variant="primary"
            disabled={sent || expired}
            onClick={(event) => answer(event, true, note)}
          >
            <Check size={15} aria-hidden="true" /> Approve
          </Button>
        </div>
      </div>
      <p className="flex items-center gap-1.5 text-xs text-ink-3">
        <Clock size={13} aria-hidden="true" />
        {expired ? 'The time to answer is over.' : `Expires ${relativeTime(deadline, now)}.`}
      </p>
    </div>
  )
}
