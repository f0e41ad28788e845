import {
  type InboxCount,
  type InboxStore,
  inboxPosition,
  maxInboxKeys,
  mergeInbox,
} from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { countPending, pendingEntries, pendingKeys } from './pending-revisions.ts'
import { approvalEntries, countApprovals } from './waiting-approvals.ts'

/** Each table gives the page it could fill alone, by its own index; the pages are merged. */
export function createInboxStore(db: TenantDatabase): InboxStore {
  return {
    list: async (query, page) => {
      const part = { after: inboxPosition(page), order: page.order, limit: page.limit + 1 }
      const lists = await Promise.all([
        pendingEntries(db, query, part),
        approvalEntries(db, query, part),
      ])
      return mergeInbox(lists, page)
    },
    counts: async (query) => {
      const counts: readonly (readonly InboxCount[])[] = await Promise.all([
        countPending(db, query),
        countApprovals(db, query),
      ])
      return counts.flat()
    },
    keys: (query) => pendingKeys(db, query, maxInboxKeys),
  }
}
