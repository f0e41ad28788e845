import type { InboxEntryBody } from '@repertoire/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type InboxFilters, inboxListQuery } from '../../shared/queries/inbox-queries.ts'
import { useMayWriteSkills } from '../../shared/session/use-me.ts'
import { useDecidedOffers } from './decided-offers.ts'
import type { InboxPart } from './inbox-list.tsx'

interface Shown {
  readonly filters: InboxFilters
  /** The entry that is read. */
  readonly current: string
  readonly now: number
}

/** The parts of the inbox: what the person decides about, then what became of their own offers. */
export function useInboxParts({ filters, current, now }: Shown) {
  const writes = useMayWriteSkills('org')
  const blocking = useInfiniteQuery(inboxListQuery(filters, 'blocking'))
  const rest = useInfiniteQuery(inboxListQuery(filters, 'rest'))
  // Whoever decides about the organisation's skills waits for nobody.
  const others = useInfiniteQuery({ ...inboxListQuery(filters, 'others'), enabled: !writes })
  const isFiltered = Object.entries(filters).some(([key, value]) => key !== 'order' && value)
  const { decided, opened } = useDecidedOffers(current, now)
  const news = isFiltered ? [] : decided
  const parts: readonly InboxPart[] = [
    partOf('Agents wait for you', blocking),
    partOf('When you have time', rest),
    { title: 'Decided lately', total: news.length, entries: news },
    partOf('You wait for', others),
  ]
  return {
    parts,
    news,
    opened,
    entries: parts.flatMap((part) => part.entries),
    queries: writes ? [blocking, rest] : [blocking, rest, others],
    isRead:
      blocking.isSuccess &&
      rest.isSuccess &&
      !rest.isPlaceholderData &&
      (writes || others.isSuccess),
  }
}

interface Listed {
  readonly data:
    | {
        readonly pages: readonly {
          readonly items: readonly InboxEntryBody[]
          readonly total: number
        }[]
      }
    | undefined
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

function partOf(title: string, list: Listed): InboxPart {
  const entries = list.data?.pages.flatMap((page) => page.items) ?? []
  const more = list.hasNextPage && !list.isFetchingNextPage
  return {
    ...{ title, entries, total: list.data?.pages[0]?.total ?? 0 },
    ...(more && { onMore: list.fetchNextPage }),
  }
}
