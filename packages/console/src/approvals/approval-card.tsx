import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Clock, ShieldQuestion, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Moment, relativeTime } from '../design/moment.tsx'
import { formatCount } from '../design/numbers.ts'
import { useNow } from '../design/use-now.ts'
import { conversationQuery } from '../shell/queries.ts'
import { sourceLabels } from '../skills/source-labels.ts'
import { BudgetEffect } from './budget-effect.tsx'
import { statusLabels } from './status-labels.ts'
import { useAnswer } from './use-answer.ts'

/** What a card shows, from the inbox or from the chat's events. */
export interface ApprovalQuestion {
  readonly id: string
  readonly conversationId: string
  readonly skillId: string | null
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly contentLength: number
  readonly sourceType: keyof typeof sourceLabels
  readonly digest: string
  readonly reason: string
  readonly status: keyof typeof statusLabels
  readonly expiresAt: string
  readonly answeredAt: string | null
  readonly answeredBy: string | null
  readonly note: string
}

interface ApprovalCardProps {
  readonly question: ApprovalQuestion
  /** Shown in a list of several conversations. */
  readonly linkConversation?: boolean
}

/** One question to a person: may the agent use this skill in this conversation? */
export function ApprovalCard({ question, linkConversation }: ApprovalCardProps) {
  const titleId = useId()
  const pending = question.status === 'pending'
  return (
    <section
      aria-labelledby={titleId}
      className={`card fade-in overflow-hidden ${pending ? 'border-accent/60' : ''}`}
    >
      {pending && (
        <p role="alert" className="sr-only">
          Approval needed: the agent asks to activate {question.name}.
        </p>
      )}
      <div className="flex flex-wrap items-start justify-between gap-2 px-4 pt-3.5">
        <div className="flex min-w-0 items-start gap-2.5">
          <ShieldQuestion size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
          <div className="min-w-0">
            <h3 id={titleId} className="[overflow-wrap:anywhere]">
              {pending ? 'Activate' : 'Activation of'} {question.name}
              {pending && '?'}
            </h3>
            <p className="font-mono text-2xs text-ink-3 [overflow-wrap:anywhere]">
              {question.slug}
            </p>
          </div>
        </div>
        <StatusBadge status={question.status} />
      </div>
      <div className="flex flex-col gap-3 px-4 py-3">
        {question.description && (
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
        <Facts question={question} linkConversation={linkConversation ?? false} />
      </div>
      {pending ? <Answer question={question} /> : <Decision question={question} />}
    </section>
  )
}

function Facts({ question, linkConversation }: Required<ApprovalCardProps>) {
  const pending = question.status === 'pending'
  const { data } = useQuery({ ...conversationQuery(question.conversationId), enabled: pending })
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs [&_dt]:text-ink-3">
      <dt>Size</dt>
      <dd>
        {formatCount(question.contentLength)} characters
        {pending && data && <BudgetEffect skills={data.skills} adds={question.contentLength} />}
      </dd>
      <dt>Revision</dt>
      <dd className="truncate font-mono" title={question.digest}>
        {shortDigest(question.digest)}
      </dd>
      <dt>Source</dt>
      <dd>{sourceLabels[question.sourceType]}</dd>
      <dt>See</dt>
      <dd className="flex flex-wrap gap-x-3 [&_a]:text-accent-ink [&_a]:underline [&_a]:underline-offset-2">
        {question.skillId ? (
          <Link to="/skills/$id" params={{ id: question.skillId }} search={{ tab: 'model' }}>
            View skill
          </Link>
        ) : (
          <Link to="/skills" search={{ q: question.slug }}>
            Find skill
          </Link>
        )}
        {linkConversation && (
          <Link to="/chat/$id" params={{ id: question.conversationId }}>
            Conversation
          </Link>
        )}
      </dd>
    </dl>
  )
}

/** `sha256:0123abcd…` as the few digits people compare. */
export function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/, '').slice(0, 12)
}

function Answer({ question }: { readonly question: ApprovalQuestion }) {
  const now = useNow()
  const [note, setNote] = useState('')
  const { answer, sent } = useAnswer(question)
  const expired = new Date(question.expiresAt).getTime() <= now
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
        {expired
          ? 'The time to answer is over.'
          : `Expires ${relativeTime(new Date(question.expiresAt).getTime(), now)}.`}
      </p>
    </div>
  )
}

function Decision({ question }: { readonly question: ApprovalQuestion }) {
  if (!question.answeredAt && !question.note) return null
  return (
    <p className="border-t border-line bg-inset px-4 py-2.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
      {statusLabels[question.status].text}
      {question.answeredAt && (
        <>
          {' '}
          <Moment at={question.answeredAt} />
        </>
      )}
      {question.note && `: “${question.note}”`}
    </p>
  )
}

function StatusBadge({ status }: { readonly status: ApprovalQuestion['status'] }) {
  const { text, tone } = statusLabels[status]
  return <Badge tone={tone}>{text}</Badge>
}
