import { ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Badge } from '../design/badge.tsx'
import { classNames } from '../design/class-names.ts'
import { ApprovalAnswer } from './approval-answer.tsx'
import { ApprovalDecision } from './approval-decision.tsx'
import { ApprovalFacts } from './approval-facts.tsx'
import type { ApprovalQuestion } from './approval-question.ts'
import { statusLabels } from './status-labels.ts'

interface ApprovalCardProps {
  readonly question: ApprovalQuestion
  /** Shown in a list of several conversations. */
  readonly linkConversation?: boolean
}

/** One question to a person: may the agent use this skill in this conversation? */
export function ApprovalCard({ question, linkConversation = false }: ApprovalCardProps) {
  const titleId = useId()
  const pending = question.status === 'pending'
  const card = useFocusAfterAnswer(pending)
  const { text, tone } = statusLabels[question.status]
  const Icon = pending ? ShieldQuestion : ShieldCheck
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classNames('card fade-in overflow-hidden', pending && 'border-accent/60')}
    >
      {pending && (
        <p role="alert" className="sr-only">
          Approval needed: the agent asks to activate {question.name}.
        </p>
      )}
      <div className="flex flex-wrap items-start justify-between gap-2 px-4 pt-3.5">
        <div className="flex min-w-0 items-start gap-2.5">
          <Icon
            size={18}
            aria-hidden="true"
            className={classNames('mt-0.5 shrink-0', pending ? 'text-accent' : 'text-ink-3')}
          />
          <div className="min-w-0">
            <h3 id={titleId} className="[overflow-wrap:anywhere]">
              {pending ? `Activate ${question.name}?` : `Activation of ${question.name}`}
            </h3>
            {question.slug !== question.name && (
              <p className="font-mono text-2xs text-ink-3 [overflow-wrap:anywhere]">
                {question.slug}
              </p>
            )}
          </div>
        </div>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <div className="flex flex-col gap-3 px-4 py-3">
        {pending && question.description && (
          <p className="line-clamp-3 text-ink-2" title={question.description}>
            {question.description}
          </p>
        )}
        {question.reason && (
          <blockquote className="border-l-2 border-line-strong pl-3">
            <p className="text-2xs text-ink-3">The agent’s words</p>
            <p className="[overflow-wrap:anywhere]">{question.reason}</p>
          </blockquote>
        )}
        <ApprovalFacts question={question} linkConversation={linkConversation} />
      </div>
      {pending ? <ApprovalAnswer question={question} /> : <ApprovalDecision question={question} />}
    </section>
  )
}

/** The pressed button goes away with the answer; the focus stays with the card instead of being lost. */
function useFocusAfterAnswer(pending: boolean) {
  const card = useRef<HTMLElement>(null)
  const before = useRef(pending)
  useEffect(() => {
    if (before.current && !pending && document.activeElement === document.body) {
      card.current?.focus({ preventScroll: true })
    }
    before.current = pending
  }, [pending])
  return card
}
