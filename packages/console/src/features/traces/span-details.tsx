import type { TraceBody, TraceSpanBody, WireEvent } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { revisionsQuery } from '../../shared/api/queries.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { shortDigest } from '../approvals/approval-question.ts'
import { describeModelCall } from '../chat/model-call-usage.ts'
import { statusWords } from './span-labels.ts'

interface SpanDetailsProps {
  readonly trace: TraceBody
  readonly span: TraceSpanBody
}

const linkClass = 'text-accent-ink underline [overflow-wrap:anywhere]'

/** What a span has to do with: revisions of skills, the approval, the script, what it took. */
export function SpanDetails({ trace, span }: SpanDetailsProps) {
  const { status, error, started_at, skills, usage, cost, ended_at } = span
  const asked = approvalOf(span, trace)
  const took = ended_at === null ? null : Date.parse(ended_at) - Date.parse(started_at)
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-line pt-4">
      <Fact label="State">
        {statusWords[status]}
        {error && (
          <>
            {': '}
            <code className="font-mono text-xs">
              <MarkedText text={error} />
            </code>
          </>
        )}
      </Fact>
      <Fact label="Began">
        <Timestamp at={started_at} />
      </Fact>
      {skills.length > 0 && (
        <Fact label={skills.length === 1 ? 'Skill' : 'Skills'}>
          <ul className="flex flex-col gap-1">
            {skills.map((skill) => (
              <li key={`${skill.id} ${skill.digest}`}>
                <RevisionLink skill={skill} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {asked && (
        <Fact label="Approval">
          <Link to="/inbox" search={{ entry: `approval.${asked.id}` }} className={linkClass}>
            {asked.words}
          </Link>
        </Fact>
      )}
      {span.execution_id && (
        <Fact label="Script">
          <Link to="/runs" className={linkClass}>
            Among the runs
          </Link>
        </Fact>
      )}
      {usage && <Fact label="Took">{describeModelCall({ usage, duration_ms: took, cost })}</Fact>}
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** The revision by its number. One of a deleted skill, or of a registry, has no page. */
function RevisionLink({ skill }: { readonly skill: TraceSpanBody['skills'][number] }) {
  const { id, slug, digest } = skill
  const revisions = useQuery({ ...revisionsQuery(id), retry: false })
  const number = revisions.data?.items.find((revision) => revision.digest === digest)?.number
  if (number === undefined) {
    return (
      <>
        <MarkedText text={slug} /> <code className="font-mono text-xs">{shortDigest(digest)}</code>
      </>
    )
  }
  return (
    <Link
      to="/skills/$id"
      params={{ id }}
      search={{ tab: 'files', revision: number }}
      className={linkClass}
    >
      <MarkedText text={slug} />, revision {number}
    </Link>
  )
}

const decisions = {
  approved: 'Approved',
  denied: 'Denied',
  expired: 'Expired',
  cancelled: 'Withdrawn',
} as const

/** The approval that a call waited for, or that a wait is about. */
function approvalOf(span: TraceSpanBody, { spans, items }: TraceBody) {
  const wait = spans.find(
    ({ kind, run_id, call_id }) =>
      kind === 'wait' && run_id === span.run_id && call_id === span.call_id,
  )
  const id = span.approval_id ?? (span.call_id === null ? null : (wait?.approval_id ?? null))
  if (id === null) return undefined
  for (const item of items) {
    if (item.kind !== 'event') continue
    const event = item.event as WireEvent
    if (event.event !== 'approval_resolved' || event.data.approval_id !== id) continue
    const time = new Date(event.data.at).toLocaleTimeString()
    return { id, words: `${decisions[event.data.decision]}, ${time}` }
  }
  return { id, words: 'Waits for an answer' }
}
