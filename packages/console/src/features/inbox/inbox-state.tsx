import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settingsQuery } from '../../shared/api/queries.ts'
import type { InboxSearch } from '../../shared/api/search-params.ts'
import { useWide } from '../../shared/browser/use-wide.ts'
import { buttonClass } from '../../shared/design/button.tsx'
import { Key } from '../../shared/design/keys.tsx'
import { Failed, Loading } from '../../shared/design/states.tsx'
import { useDecisionWords } from './decision-words.ts'
import { emptyInboxText } from './empty-inbox-text.ts'

interface Read {
  readonly isPending: boolean
  readonly isError: boolean
  readonly error: unknown
  refetch(): Promise<unknown>
}

interface InboxStateProps {
  readonly queries: readonly Read[]
  readonly isEmpty: boolean
  readonly search: InboxSearch
}

/** In place of the list: a wait, a problem, or that there is nothing. */
export function InboxState({ queries, isEmpty, search }: InboxStateProps) {
  const wide = useWide()
  const failed = queries.find(({ isError }) => isError)
  if (failed) {
    return (
      <Failed
        what="The inbox could not be read"
        error={failed.error}
        onRetry={() => void Promise.all(queries.map((one) => one.refetch()))}
      />
    )
  }
  if (queries.some(({ isPending }) => isPending))
    return <Loading rows={8} label="Loading the inbox" />
  if (!isEmpty) return null
  const { view: _, entry: __, order: ___, ...filters } = search
  if (Object.keys(filters).length > 0) {
    return (
      <p className="flex items-center gap-3 px-5 py-4 text-ink-2">
        Nothing that waits fits.
        <Link to="/inbox" search={{}} className={buttonClass('secondary', 'small')}>
          Clear filters
        </Link>
      </p>
    )
  }
  return wide ? null : (
    <p className="px-5 py-4 text-ink-2">
      <EmptyInbox />
    </p>
  )
}

function EmptyInbox() {
  return emptyInboxText(useQuery(settingsQuery).data?.skill_enablement_policy)
}

/** Beside the list while nothing of it is open. */
export function NothingOpen({ isEmpty }: { readonly isEmpty: boolean }) {
  return (
    <p className="min-w-0 flex-1 px-8 py-6 text-ink-2">
      {isEmpty ? <EmptyInbox /> : 'Choose what to read.'}
    </p>
  )
}

/** Below the list: what keys do here, in the words of the buttons that are shown. */
export function InboxKeyHints({ selects }: { readonly selects: boolean }) {
  const { approve, deny, note } = useDecisionWords()
  return (
    <p className="hidden h-9 shrink-0 items-center gap-2 whitespace-nowrap border-t border-line px-4 text-xs text-ink-3 lg:flex">
      <Hint keys={['J', 'K']} does="move" />
      {approve && <Hint keys={['A']} does={approve} />}
      {deny && <Hint keys={['D']} does={deny} />}
      {note && <Hint keys={['N']} does="note" />}
      {selects && <Hint keys={['X']} does="select" />}
    </p>
  )
}

function Hint({ keys, does }: { readonly keys: readonly string[]; readonly does: string }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key) => (
        <Key key={key}>{key}</Key>
      ))}
      {does}
    </span>
  )
}
