import type { ComponentType, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Page } from './page.tsx'
import { Empty, QueryPlaceholder } from './states.tsx'

interface Questions<Item> {
  readonly isPending: boolean
  readonly isError: boolean
  readonly error: unknown
  readonly data: { readonly items: readonly Item[] } | undefined
  refetch(): Promise<unknown>
}

interface Everything<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined
  readonly hasNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

interface InboxPageProps<Item> {
  readonly title: string
  readonly subtitle: string
  readonly waiting: Questions<Item>
  /** Those that wait and the others, newest first. */
  readonly all: Everything<Item>
  readonly icon: ComponentType<{ size: number }>
  /** What appears here, for when nothing does. */
  readonly whenEmpty: ReactNode
  /** Heading of those somebody has settled: `Answered`. */
  readonly settled: string
  readonly list: (items: readonly Item[], label: string) => ReactNode
}

/** What waits for somebody, and below it what came of the rest. */
export function InboxPage<Item extends { readonly status: string }>(props: InboxPageProps<Item>) {
  const { title, subtitle, waiting, all, icon: Icon, whenEmpty, settled, list } = props
  const others = all.data?.pages
    .flatMap((page) => page.items)
    .filter(({ status }) => status !== 'pending')
  return (
    <Page narrow title={title} subtitle={subtitle}>
      <QueryPlaceholder for={waiting} what={title} />
      {waiting.data?.items.length === 0 && (
        <Empty icon={<Icon size={20} />} title="Nothing waits for you">
          {whenEmpty}
        </Empty>
      )}
      {waiting.data && waiting.data.items.length > 0 && list(waiting.data.items, 'Waiting')}
      {others && others.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-3 text-ink-2">{settled}</h2>
          {list(others, settled)}
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
