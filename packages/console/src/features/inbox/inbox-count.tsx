import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setWaitingInTitle } from '../../shared/browser/document-title.ts'
import { classNames } from '../../shared/design/class-names.ts'
import { formatCount } from '../../shared/design/numbers.ts'
import { inboxGroupsQuery } from '../../shared/queries/inbox-queries.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { blockingCount } from './blocking-count.ts'

const everything = {}

function useInboxCount() {
  const { data } = useQuery({ ...inboxGroupsQuery(everything), enabled: useCan('skills.read') })
  return { blocking: blockingCount(data?.groups ?? []), total: data?.total ?? 0 }
}

/** How many agents wait, and where none does, how much else; nothing when the inbox is empty. */
export function InboxCount() {
  const { blocking, total } = useInboxCount()
  const shown = blocking > 0 ? blocking : total
  if (shown === 0) return null
  return (
    <span
      className={classNames(
        'rounded-full px-1.5 text-xs font-medium tabular-nums',
        blocking > 0 ? 'bg-accent text-on-accent' : 'border border-line bg-inset text-ink-2',
      )}
    >
      <span aria-hidden="true">{shown > 999 ? '999+' : shown}</span>
      <span className="sr-only">
        {' '}
        {formatCount(total)} waiting{blocking > 0 && `, agents wait for ${formatCount(blocking)}`}
      </span>
    </span>
  )
}

/** In the tab of the browser: how many agents wait. */
export function InboxTitle() {
  const { blocking } = useInboxCount()
  useEffect(() => setWaitingInTitle(blocking), [blocking])
  useEffect(() => () => setWaitingInTitle(0), [])
  return null
}
