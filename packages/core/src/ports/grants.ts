import type { Timestamp, ToolGrantId, UserId } from '../base/ids.ts'
import type { GrantWithMaker, ToolGrant } from '../domain/tool-grant.ts'
import type { Page, PageRequest } from './pages.ts'

/**
 * Stored permissions for autonomous turns (E6). A use is counted by `ConversationStore.append`, in the batch that
 * starts the call.
 */
export interface GrantStore {
  create(grant: ToolGrant): Promise<void>
  get(id: ToolGrantId): Promise<GrantWithMaker | null>
  /** Newest first; everybody's when `userId` is left out. */
  list(
    filter: { readonly userId?: UserId | undefined },
    page: PageRequest,
  ): Promise<Page<GrantWithMaker>>
  /**
   * Those of a person for a tool that are not revoked, used up or at their end; the one that expires first comes
   * first. Whether whoever made one might still make it is for the caller to look at; the use looks again.
   */
  usable(userId: UserId, tool: string, now: Timestamp): Promise<readonly GrantWithMaker[]>
  /** Of one that is revoked already nothing changes. Null when there is none. */
  revoke(
    id: ToolGrantId,
    revocation: { readonly by: UserId; readonly now: Timestamp },
  ): Promise<GrantWithMaker | null>
}
