/** Blobs that are written at a time. */
const maxConcurrentWrites = 8

/** Works through the items, several at a time. The first error ends it once nothing is written any more. */
export async function forEachBlob<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const next = async (): Promise<void> => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: maxConcurrentWrites }, next))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
