import {
  BookPlus,
  Hand,
  MessageCircleQuestion,
  NotebookPen,
  PackagePlus,
  Plug,
  ShieldCheck,
  ShieldQuestion,
  SquareTerminal,
} from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { AtDecisionPlace } from '../../shared/reading/decision-place.tsx'
import { MarkNotice } from '../../shared/reading/mark-summary.tsx'
import { ReadingScope, ReadPart } from '../../shared/reading/reading.tsx'
import { ApprovalAnswer } from './approval-answer.tsx'
import { ApprovalDecision } from './approval-decision.tsx'
import type { ApprovalQuestion } from './approval-question.ts'
import { ApprovalSubject } from './approval-subject.tsx'
import { ApprovedBeforeNotice } from './approved-before-notice.tsx'
import { ClarificationAnswer } from './clarification-answer.tsx'
import { ConnectorAnswer } from './connector-answer.tsx'
import { InstallationAnswer } from './installation-answer.tsx'
import { alertOf, headingOf, stateOf } from './request-labels.ts'
import { ToolCallAnswer } from './tool-call-answer.tsx'
import { useCardMarks } from './use-card-marks.ts'

interface ApprovalCardProps {
  readonly question: ApprovalQuestion
  /** Shown in a list of several conversations. */
  readonly linkConversation?: boolean
}

/** One question to a person: about a skill, about a connector, or in the agent's own words. */
export function ApprovalCard({ question, linkConversation = false }: ApprovalCardProps) {
  const titleId = useId()
  const pending = question.status === 'pending'
  const card = useFocusAfterAnswer(pending)
  const { text, tone } = stateOf(question)
  const Icon = iconOf(question)
  return (
    <ReadingScope key={question.id}>
      <section
        ref={card}
        tabIndex={-1}
        aria-labelledby={titleId}
        className={classNames('card fade-in overflow-hidden', pending && 'border-accent/60')}
      >
        {pending && (
          <p role="alert" className="sr-only">
            {alertOf(question)}
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
                {headingOf(question)}
              </h3>
              {question.type === 'skill_enablement' && question.slug !== question.name && (
                <p className="font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">
                  <MarkedText text={question.slug} />
                </p>
              )}
            </div>
          </div>
          <Badge tone={tone}>{text}</Badge>
        </div>
        {pending && linkConversation && <ApprovedBeforeNotice question={question} />}
        <ReadPart id="request" label="the request" content={question.id}>
          <div className="flex flex-col gap-3 px-4 py-3">
            {pending && <CardMarks question={question} />}
            <ApprovalSubject question={question} linkConversation={linkConversation} />
          </div>
        </ReadPart>
        <AtDecisionPlace>
          <ApprovalExpiry question={question} />
        </AtDecisionPlace>
      </section>
    </ReadingScope>
  )
}

/** Counts what is marked in everything a yes is for. */
function CardMarks({ question }: { readonly question: ApprovalQuestion }) {
  return <MarkNotice words={useCardMarks(question)} />
}

function ApprovalExpiry({ question }: { readonly question: ApprovalQuestion }) {
  if (question.status !== 'pending') return <ApprovalDecision question={question} />
  switch (question.type) {
    case 'skill_enablement':
    case 'skill_change':
    case 'authored_tool':
    case 'observation_change':
      return <ApprovalAnswer question={question} />
    case 'tool_call':
      return <ToolCallAnswer question={question} />
    case 'clarification':
      return <ClarificationAnswer question={question} />
    case 'connector_access':
      return <ConnectorAnswer question={question} />
    case 'package_installation':
      return <InstallationAnswer question={question} />
  }
}

function iconOf({ type, status }: ApprovalQuestion) {
  if (type === 'clarification') return MessageCircleQuestion
  if (status !== 'pending') return ShieldCheck
  if (type === 'authored_tool') return SquareTerminal
  if (type === 'skill_change') return BookPlus
  if (type === 'tool_call') return Hand
  if (type === 'package_installation') return PackagePlus
  if (type === 'observation_change') return NotebookPen
  return type === 'connector_access' ? Plug : ShieldQuestion
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
