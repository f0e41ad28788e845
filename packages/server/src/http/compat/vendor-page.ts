import { ProblemError } from '@repertoire/core/base'

/** A part of a list, as the vendors ask for it. */
export interface PageRequest {
  readonly limit: number
  /** The id of the last item of the page before. */
  readonly after: string | undefined
  /** Oldest first; newest first otherwise. */
  readonly isAscending: boolean
}

export interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly hasMore: boolean
}

/** Throws ProblemError `request.bad-cursor`. Pure. */
export function pageAfter<Item>(
  newestFirst: readonly Item[],
  { limit, after, isAscending }: PageRequest,
  idOf: (item: Item) => string,
): PageOf<Item> {
  const all = isAscending ? newestFirst.toReversed() : newestFirst
  const last = after === undefined ? -1 : all.findIndex((item) => idOf(item) === after)
  if (after !== undefined && last === -1) throw badCursor()
  const items = all.slice(last + 1, last + 1 + limit)
  return { items, hasMore: last + 1 + limit < all.length }
}

interface PageWords {
  readonly maxLimit: number
  /** The name of the cursor in the query. */
  readonly cursor: 'page' | 'after'
}

/** Throws ProblemError `request.invalid`. Pure. */
export function readPageRequest(query: URLSearchParams, words: PageWords): PageRequest {
  const limit = Number(query.get('limit') ?? 20)
  if (!Number.isInteger(limit) || limit < 1 || limit > words.maxLimit) {
    throw invalidQuery(`limit has to be a number from 1 to ${words.maxLimit}.`)
  }
  const order = query.get('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') throw invalidQuery('order has to be asc or desc.')
  return { limit, after: query.get(words.cursor) ?? undefined, isAscending: order === 'asc' }
}

function invalidQuery(message: string): ProblemError {
  return new ProblemError({ code: 'request.invalid', kind: 'invalid', message })
}

function badCursor(): ProblemError {
  return new ProblemError({
    code: 'request.bad-cursor',
    kind: 'invalid',
    message: 'The list has changed since the page before, or the cursor is none of this list.',
    hint: 'Begin again with the first page.',
  })
}
