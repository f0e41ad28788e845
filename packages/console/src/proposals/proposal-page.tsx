import type { ProposalBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Badge } from '../design/badge.tsx'
import { MarkedText } from '../design/marked-text.tsx'
import { type FrameProps, Page } from '../design/page.tsx'
import { Failed, Loading } from '../design/states.tsx'
import { Timestamp } from '../design/timestamp.tsx'
import { MarkSummary } from '../review/mark-summary.tsx'
import { ReadingScope } from '../review/reading.tsx'
import { membersQuery } from '../settings/organisation-queries.ts'
import { useCan, useMe } from '../shell/use-me.ts'
import { OutOfDate } from './out-of-date.tsx'
import { ProposalDecision } from './proposal-decision.tsx'
import { proposalKind, proposalStates } from './proposal-labels.ts'
import { proposalQuery } from './proposal-queries.ts'
import { textsOfProposal } from './proposal-sections.ts'
import { ProposalText } from './proposal-text.tsx'

const route = getRouteApi('/app/proposals/$id')

export function ProposalPage() {
  return <ProposalReview id={route.useParams().id} frame={Page} />
}

interface ProposalReviewProps {
  readonly id: string
  readonly frame: ComponentType<FrameProps>
}

/** One proposal: where it comes from, what it says, what it would change, and the decision. */
export function ProposalReview({ id, frame }: ProposalReviewProps) {
  const proposal = useQuery(proposalQuery(id))
  if (proposal.isPending) return <Loading label="Loading the proposal" />
  if (proposal.isError) {
    return (
      <Failed
        what="The proposal could not be read"
        error={proposal.error}
        onRetry={() => void proposal.refetch()}
      />
    )
  }
  // A key of its own: what was typed about one proposal is nothing about the next.
  return (
    <ReadingScope key={id}>
      <Shown proposal={proposal.data} frame={frame} />
    </ReadingScope>
  )
}

interface ShownProps {
  readonly proposal: ProposalBody
  readonly frame: ComponentType<FrameProps>
}

function Shown({ proposal, frame: Frame }: ShownProps) {
  const writes = useCan('skills.write')
  const open = proposal.status === 'pending'
  const { text, tone } = proposalStates[proposal.status]
  return (
    <Frame
      title={renderAnnotations(proposal.name)}
      subtitle={<MarkedText text={proposal.description} />}
      actions={
        <>
          <Badge>{proposalKind(proposal)}</Badge>
          <Badge tone={tone}>{text}</Badge>
        </>
      }
    >
      <Facts proposal={proposal} />
      {open && (
        <div className="mb-4 empty:hidden">
          <MarkSummary texts={textsOfProposal(proposal)} />
        </div>
      )}
      {!proposal.up_to_date && (open || proposal.status === 'stale') && (
        <OutOfDate proposal={proposal} writable={writes} />
      )}
      <ProposalText proposal={proposal} />
      {open && writes && <ProposalDecision proposal={proposal} />}
    </Frame>
  )
}

function Facts({ proposal }: { readonly proposal: ProposalBody }) {
  const me = useMe()
  const mine = proposal.proposed_for === me.member.id
  const members = useQuery({ ...membersQuery, enabled: useCan('members.write') && !mine })
  const person = members.data?.items.find(({ id }) => id === proposal.proposed_for)?.name
  return (
    <div className="mb-5 flex flex-col gap-1 text-xs text-ink-2">
      <p>
        {proposal.conversation_id === null ? 'Offered' : 'Written'}{' '}
        <Timestamp at={proposal.created_at} /> by {authorOf(proposal, mine, person)}
        {mine && proposal.conversation_id !== null && (
          <>
            {' '}
            in{' '}
            <Link
              to="/chat/$id"
              params={{ id: proposal.conversation_id }}
              className="underline underline-offset-2"
            >
              this conversation
            </Link>
          </>
        )}
        .
        {proposal.skill_id && proposal.current && (
          <>
            {' '}
            It changes{' '}
            <Link
              to="/skills/$id"
              params={{ id: proposal.skill_id }}
              className="underline underline-offset-2"
            >
              {proposal.current.slug}
            </Link>
            .
          </>
        )}
      </p>
      {proposal.reason && (
        <blockquote className="border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
          <span className="sr-only">
            {proposal.conversation_id === null ? 'Reason: ' : 'The agent’s reason: '}
          </span>
          <MarkedText text={proposal.reason} />
        </blockquote>
      )}
      {proposal.decided_at && (
        <p>
          {proposalStates[proposal.status].text} <Timestamp at={proposal.decided_at} />
          {proposal.note && (
            <span className="[overflow-wrap:anywhere]">
              : “<MarkedText text={proposal.note} />”
            </span>
          )}
        </p>
      )}
    </div>
  )
}

function authorOf(
  { conversation_id }: ProposalBody,
  mine: boolean,
  person = 'another member',
): string {
  if (conversation_id === null) return mine ? 'you' : person
  return mine ? 'your agent' : `the agent of ${person}`
}
