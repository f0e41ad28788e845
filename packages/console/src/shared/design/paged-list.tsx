import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Loading, QueryPlaceholder, within } from './states.tsx'

/** A list that is read page by page. */
interface Pages<Item> {
  readonly isPending: boolean
  readonly isError: boolean
  /** True while it still shows what was asked for before. */
  readonly isPlaceholderData: boolean
  readonly error: unknown
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  refetch(): Promise<unknown>
  fetchNextPage(): Promise<unknown>
}

interface PagedListProps<Item> {
  readonly list: Pages<Item>
  /** What is listed, as a sentence begins with it: `Deleted skills`. */
  readonly what: string
  /** How many grey bars stand in for it while it loads. */
  readonly rows?: number
  readonly whenEmpty: ReactNode
  /** What comes on the next page; those of a log are `older`. */
  readonly next?: 'more' | 'older'
  readonly children: (items: readonly Item[]) => ReactNode
}

/** What has been read so far, the way to more, and what there is instead: a wait, a problem, or nothing. */
export function PagedList<Item>({
  list,
  what,
  rows,
  whenEmpty,
  next,
  children,
}: PagedListProps<Item>) {
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const empty = list.data && items.length === 0
  return (
    <>
      <QueryPlaceholder for={list} what={what} {...(rows !== undefined && { rows })} />
      {empty && !list.isPlaceholderData && whenEmpty}
      {empty && list.isPlaceholderData && <Loading label={`Loading ${within(what)}`} />}
      {items.length > 0 && children(items)}
      {list.hasNextPage && (
        <div className="flex justify-center py-4">
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? 'Loading…' : `Show ${next ?? 'more'}`}
          </Button>
        </div>
      )}
    </>
  )
}
