import type { InboxEntry } from '../domain/inbox-entry.ts'
import type { InboxFilter, InboxOrder } from './inbox.ts'
import { checkPageRequest, decodeCursor, pageOf } from './page-cursor.ts'
import type { Page, PageRequest } from './pages.ts'

/** Where a page of the inbox begins: after this entry, or at the start. */
export type InboxPosition = { readonly at: number; readonly id: string } | null

export function inboxPosition(page: PageRequest): InboxPosition {
  checkPageRequest(page)
  if (page.cursor === undefined) return null
  const [at, id] = decodeCursor(page.cursor, ['number', 'string'])
  return { at: Number(at), id: String(id) }
}

/** One page of what each of the lists has after the position. Pure. */
export function mergeInbox(
  lists: readonly (readonly InboxEntry[])[],
  { limit, order }: { readonly limit: number; readonly order: InboxOrder },
): Page<InboxEntry> {
  const sign = order === 'newest' ? -1 : 1
  const rows = lists.flat().sort((one, other) => sign * compareInbox(one, other))
  return pageOf(rows.slice(0, limit + 1), limit, ({ at, id }) => [at, id])
}

export function compareInbox(
  one: Pick<InboxEntry, 'at' | 'id'>,
  other: Pick<InboxEntry, 'at' | 'id'>,
): number {
  return one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}

/** Whether a filter leaves room for proposals, and without a verdict for approvals. Pure. */
export function matchesRequests(filter: InboxFilter): boolean {
  const { sourceId, licence, licenceDecision, permission } = filter
  return [sourceId, licence, licenceDecision, permission].every((part) => part === undefined)
}
