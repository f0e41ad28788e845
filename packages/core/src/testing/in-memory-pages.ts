import type { Timestamp } from '../base/ids.ts'
import { checkPageRequest, decodeCursor, pageOf } from '../ports/page-cursor.ts'
import type { Page, PageRequest } from '../ports/pages.ts'
import { compareLatest, compareText } from './in-memory-state.ts'

/** A page of `items`, newest first, by the time and id from `keyOf`. */
export function pageLatest<Item>(
  items: Iterable<Item>,
  page: PageRequest,
  keyOf: (item: Item) => readonly [Timestamp, string],
): Page<Item> {
  checkPageRequest(page)
  const [at, id] = page.cursor !== undefined ? decodeCursor(page.cursor, ['number', 'string']) : []
  const after = [...items]
    .sort((a, b) => compareLatest(keyOf(a), keyOf(b)))
    .filter((item) => at === undefined || compareLatest([Number(at), String(id)], keyOf(item)) < 0)
  return pageOf(after.slice(0, page.limit + 1), page.limit, keyOf)
}

/** A page of `items`, ascending by the two texts from `keyOf`. */
export function pageByText<Item>(
  items: Iterable<Item>,
  page: PageRequest,
  keyOf: (item: Item) => readonly [string, string],
): Page<Item> {
  checkPageRequest(page)
  const [first, second] =
    page.cursor !== undefined ? decodeCursor(page.cursor, ['string', 'string']) : []
  const compare = (a: readonly [string, string], b: readonly [string, string]): number =>
    compareText(a[0], b[0]) || compareText(a[1], b[1])
  const after = [...items]
    .sort((a, b) => compare(keyOf(a), keyOf(b)))
    .filter(
      (item) => first === undefined || compare([String(first), String(second)], keyOf(item)) < 0,
    )
  return pageOf(after.slice(0, page.limit + 1), page.limit, keyOf)
}
