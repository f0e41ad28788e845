import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { plural } from '../design/numbers.ts'
import { pendingProposalsQuery } from './proposal-queries.ts'

/** In the library: that agents have something to add to it. */
export function ProposalsWaiting() {
  const { data } = useQuery(pendingProposalsQuery)
  const count = data?.items.length ?? 0
  if (count === 0) return null
  return (
    <div className="mb-4">
      <Notice
        title={`${plural(count, 'proposal')} from agents ${count === 1 ? 'waits' : 'wait'} for you`}
        actions={
          <Link to="/proposals" className={buttonClass('secondary', 'small')}>
            Review
          </Link>
        }
      />
    </div>
  )
}
