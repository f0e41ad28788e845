import type { PageQuery } from '@repertoire/client'

type FetchPage<Item> = (
  page: PageQuery,
) => Promise<{ readonly items: readonly Item[]; readonly next_cursor: string | null }>

/** The items of a list, a page at a time: leaving the loop reads no further. */
export async function* eachItem<Item>(fetchPage: FetchPage<Item>): AsyncGenerator<Item, void> {
  let cursor: string | undefined
  do {
    const page = await fetchPage({ limit: 200, cursor })
    yield* page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

export async function allItems<Item>(fetchPage: FetchPage<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of eachItem(fetchPage)) items.push(item)
  return items
}
