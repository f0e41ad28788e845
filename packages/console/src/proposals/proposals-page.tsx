import type { ProposalSummary } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Sprout } from 'lucide-react'
import { Badge } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { Moment } from '../design/moment.tsx'
import { Page } from '../design/page.tsx'
import { Empty, Failed, Loading } from '../design/states.tsx'
import { allProposalsQuery, pendingProposalsQuery } from './proposal-queries.ts'
import { proposalKind, proposalStates } from './proposal-words.ts'

/** D5: what agents want to keep, and what became of it. */
export function ProposalsPage() {
  const pending = useQuery(pendingProposalsQuery)
  const all = useInfiniteQuery(allProposalsQuery)
  const decided = all.data?.pages
    .flatMap((page) => page.items)
    .filter(({ status }) => status !== 'pending')
  return (
    <Page
      narrow
      title="Proposals"
      subtitle="Skills your agents wrote down. Nothing is used before somebody has read it and said yes."
    >
      {pending.isPending && <Loading label="Loading proposals" />}
      {pending.isError && (
        <Failed
          what="Proposals could not be read"
          error={pending.error}
          onRetry={() => void pending.refetch()}
        />
      )}
      {pending.data?.items.length === 0 && (
        <Empty icon={<Sprout size={20} />} title="Nothing waits for you">
          When an agent finds a way that works, it can propose to keep it as a skill. It appears
          here with the text, and with what it would change.
        </Empty>
      )}
      {pending.data && pending.data.items.length > 0 && (
        <ProposalList label="Waiting" proposals={pending.data.items} />
      )}
      {decided && decided.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-3 text-sm text-ink-2">Decided</h2>
          <ProposalList label="Decided" proposals={decided} />
        </section>
      )}
      {all.hasNextPage && (
        <Button className="mt-4" onClick={() => void all.fetchNextPage()}>
          Show older
        </Button>
      )}
    </Page>
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
        <Badge>{proposalKind(proposal)}</Badge>
        <span className="ml-auto">
          <Badge tone={tone}>{text}</Badge>
        </span>
      </div>
      <p className="mt-0.5 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
        {proposal.description}
      </p>
      <p className="mt-1 text-2xs text-ink-3">
        Proposed <Moment at={proposal.created_at} />
        {proposal.decided_at && (
          <>
            {' · decided '}
            <Moment at={proposal.decided_at} />
          </>
        )}
      </p>
    </li>
  )
}
