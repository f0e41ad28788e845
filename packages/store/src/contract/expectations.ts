import { isProblemError } from '@repertoire/core/base'

/** The problem code that `work` is rejected with; fails when it is not rejected with a problem. */
export async function rejection(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
  throw new Error('It was not rejected.')
}

/** Every item of a paged list, read with pages of `limit`. */
export async function allPages<Item>(
  list: (page: { limit: number; cursor?: string }) => Promise<{
    readonly items: readonly Item[]
    readonly nextCursor: string | null
  }>,
  limit: number,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const page = await list(cursor === null ? { limit } : { limit, cursor })
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}
