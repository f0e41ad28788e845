import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { pendingProposalsQuery } from './revision-queries.ts'
import { waitingFor } from './waiting-for.ts'

/** In the library: that something to add to it waits for this person. */
export function ProposalsWaiting() {
  const { data } = useQuery(pendingProposalsQuery)
  const me = useMe()
  const count = waitingFor(me, data).length
  if (count === 0) return null
  return (
    <div className="mb-4">
      <Notice
        title={`${plural(count, 'proposal')} ${count === 1 ? 'waits' : 'wait'} for you`}
        actions={
          <Link
            to="/inbox"
            search={{ kind: 'proposal' }}
            className={buttonClass('secondary', 'small')}
          >
            Review
          </Link>
        }
      />
    </div>
  )
}
