import type { Timestamp, ToolGrantId, UserId } from '../base/ids.ts'
import type { GrantWithAuthor, ToolGrant } from '../domain/tool-grant.ts'
import type { Page, PageRequest } from './pages.ts'

/**
 * Tool grants for autonomous turns. `ConversationStore.append` counts a use in the batch that starts the
 * tool call.
 */
export interface GrantStore {
  create(grant: ToolGrant): Promise<void>
  get(id: ToolGrantId): Promise<GrantWithAuthor | null>
  /** Newest first; of all people when `userId` is absent. */
  list(
    filter: { readonly userId?: UserId | undefined },
    page: PageRequest,
  ): Promise<Page<GrantWithAuthor>>
  /**
   * Grants of a person for a tool that are not revoked, used up or expired, ordered by expiry. The caller checks
   * whether the maker is still permitted; the use checks it again.
   */
  usable(userId: UserId, tool: string, now: Timestamp): Promise<readonly GrantWithAuthor[]>
  /** Idempotent. Null when it does not exist. */
  revoke(
    id: ToolGrantId,
    revocation: { readonly by: UserId; readonly now: Timestamp },
  ): Promise<GrantWithAuthor | null>
}
