import { Check, TriangleAlert, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { ReadFirst } from '../../shared/reading/read-first.tsx'
import { useReadingProgress } from '../../shared/reading/reading.tsx'
import { AnswerDeadline, useExpired } from './answer-deadline.tsx'
import type {
  AuthoredToolQuestion,
  ConnectorQuestion,
  InstallationQuestion,
  MemoryQuestion,
  SkillChangeQuestion,
  SkillQuestion,
  ToolCallQuestion,
} from './approval-question.ts'
import { ChangedSinceNotice } from './changed-since-notice.tsx'
import { useAnswer } from './use-answer.ts'
import { useCardMarks } from './use-card-marks.ts'

interface ApprovalAnswerProps {
  readonly question:
    | AuthoredToolQuestion
    | MemoryQuestion
    | SkillQuestion
    | ConnectorQuestion
    | InstallationQuestion
    | SkillChangeQuestion
    | ToolCallQuestion
  /** False: something has to be done before; denying is always possible. */
  readonly mayApprove?: boolean
}

/** Approve or deny, with a note, until the deadline; approve after all of it was on screen. Neither has the focus by itself. */
export function ApprovalAnswer({ question, mayApprove = true }: ApprovalAnswerProps) {
  const [note, setNote] = useState('')
  const { answer, sent } = useAnswer(question)
  const expired = useExpired(question)
  const { unread } = useReadingProgress()
  const whyId = useId()
  const marks = useCardMarks(question)
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-inset px-4 py-3">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Note (kept with the decision)"
          data-decide="note"
          value={note}
          maxLength={1000}
          onChange={(event) => setNote(event.target.value)}
          className="min-w-48 flex-1"
        />
        <div className="flex gap-2">
          <Button
            data-decide="deny"
            disabled={sent || expired}
            onClick={(event) => answer(event, false, note)}
          >
            <X size={15} aria-hidden="true" />{' '}
            {question.type === 'skill_change' ? 'Reject' : 'Deny'}
          </Button>
          <Button
            variant="primary"
            data-decide="approve"
            disabled={sent || expired || !mayApprove || unread.length > 0}
            aria-describedby={whyId}
            onClick={(event) => answer(event, true, note)}
          >
            <Check size={15} aria-hidden="true" /> Approve
          </Button>
        </div>
      </div>
      {question.type === 'skill_enablement' && <ChangedSinceNotice question={question} />}
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <AnswerDeadline expiresAt={question.expiresAt} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {marks.length > 0 && (
            <p className="flex items-center gap-1.5 text-xs text-warn-ink">
              <TriangleAlert size={13} aria-hidden="true" /> Above: {marks.join(', ')}
            </p>
          )}
          {!expired && <ReadFirst id={whyId} />}
        </div>
      </div>
    </div>
  )
}
