import type { ProposalSummary } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sprout } from 'lucide-react'
import { Badge } from '../design/badge.tsx'
import { InboxPage } from '../design/inbox-page.tsx'
import { MarkedText } from '../design/marked-text.tsx'
import { Timestamp } from '../design/timestamp.tsx'
import { proposalKind, proposalStates } from './proposal-labels.ts'
import { allProposalsQuery, pendingProposalsQuery } from './proposal-queries.ts'

/** What agents want to keep, and what became of it. */
export function ProposalsPage() {
  return (
    <InboxPage
      title="Proposals"
      subtitle="Skills that agents wrote down or people offer. Nothing is used before somebody has read it and said yes."
      waiting={useQuery(pendingProposalsQuery)}
      all={useInfiniteQuery(allProposalsQuery)}
      icon={Sprout}
      whenEmpty="When an agent finds a way that works, it can propose to keep it as a skill. It appears here with the text, and with what it would change."
      settled="Decided"
      list={(proposals, label) => <ProposalList label={label} proposals={proposals} />}
    />
  )
}

interface ProposalListProps {
  readonly label: string
  readonly proposals: readonly ProposalSummary[]
}

function ProposalList({ label, proposals }: ProposalListProps) {
  return (
    <ul aria-label={label} className="card divide-y divide-line overflow-hidden">
      {proposals.map((proposal) => (
        <ProposalRow key={proposal.id} proposal={proposal} />
      ))}
    </ul>
  )
}

function ProposalRow({ proposal }: { readonly proposal: ProposalSummary }) {
  const { text, tone } = proposalStates[proposal.status]
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          to="/proposals/$id"
          params={{ id: proposal.id }}
          data-list-row
          className="font-semibold tracking-tight [overflow-wrap:anywhere] hover:underline"
        >
          {proposal.name}
        </Link>
        <span className="text-xs text-ink-3">{proposalKind(proposal)}</span>
        <span className="ml-auto">
          <Badge tone={tone}>{text}</Badge>
        </span>
      </div>
      <p className="mt-0.5 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
        <MarkedText text={proposal.description} />
      </p>
      <p className="mt-1 text-xs text-ink-3">
        Proposed <Timestamp at={proposal.created_at} />
        {proposal.decided_at && (
          <>
            {' · decided '}
            <Timestamp at={proposal.decided_at} />
          </>
        )}
      </p>
    </li>
  )
}
