import type { ToolGrant } from '../grants/tool-grant.ts'
import type { Timestamp, ToolGrantId, UserId } from '../ids.ts'
import type { Page, PageRequest } from './pages.ts'

/**
 * Stored permissions for autonomous turns (E6). A use is counted by `ConversationStore.append`, in the batch that
 * starts the call.
 */
export interface GrantStore {
  create(grant: ToolGrant): Promise<void>
  get(id: ToolGrantId): Promise<ToolGrant | null>
  /** Newest first; everybody's when `userId` is left out. */
  list(
    filter: { readonly userId?: UserId | undefined },
    page: PageRequest,
  ): Promise<Page<ToolGrant>>
  /** Those of a person for a tool that can be used now; the one that expires first comes first. */
  usable(userId: UserId, tool: string, now: Timestamp): Promise<readonly ToolGrant[]>
  /** Of one that is revoked already nothing changes. Null when there is none. */
  revoke(
    id: ToolGrantId,
    revocation: { readonly by: UserId; readonly now: Timestamp },
  ): Promise<ToolGrant | null>
}
