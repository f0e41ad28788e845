export interface FewAtOnce<Item, Result> {
  readonly items: readonly Item[]
  readonly atOnce: number
  work(item: Item): Promise<Result>
  /** Begins no further one; those at work are waited for. */
  readonly signal?: AbortSignal | undefined
}

/** The results in the order of the items, without those that were not begun. The first failure begins no further one. */
export async function fewAtOnce<Item, Result>({
  items,
  atOnce,
  work,
  signal,
}: FewAtOnce<Item, Result>): Promise<Result[]> {
  const results = new Map<number, Result>()
  const waiting = items.entries()
  let hasFailed = false
  const takeTurns = async () => {
    for (const [at, item] of waiting) {
      if (hasFailed || signal?.aborted) return
      try {
        results.set(at, await work(item))
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result)
}
