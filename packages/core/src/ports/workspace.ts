import type { ConversationId, SkillId, Timestamp, UserId } from '../base/ids.ts'

/** A file in the folder of a conversation. */
export interface WorkspaceFile {
  /** Relative, `/`-separated, as `pathFault` of skill-md allows. */
  readonly path: string
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** The skill whose script wrote it; null when a person or an agent wrote it. */
  readonly skillId: SkillId | null
  readonly updatedAt: Timestamp
}

/** A file to write or to remove. */
export type WorkspaceChange = (
  | { readonly path: string; readonly sha256: string; readonly size: number }
  | { readonly path: string; readonly removed: true }
) & {
  /** The required current hash; null: the file must be absent. Not checked when absent. */
  readonly expectedSha256?: string | null
  /** The skill whose script writes it. */
  readonly skillId?: SkillId
}

/**
 * The folder of a conversation, which its agent reads and writes. It consists of rows and blobs, so that no
 * path can escape it and it has no links. Only the conversation's owner sees it.
 */
export interface WorkspaceStore {
  /** Ordered by path. Empty unless the viewer owns the conversation. */
  list(viewer: UserId, id: ConversationId): Promise<readonly WorkspaceFile[]>
  /**
   * Null when absent, or not visible to the viewer. Throws ProblemError `store.blob-corrupt` or
   * `store.blob-missing` when the stored bytes are damaged or missing.
   */
  read(viewer: UserId, id: ConversationId, path: string): Promise<Uint8Array | null>
  /** Stores bytes durably under their hash, before a {@link WorkspaceChange} references them. */
  storeBlob(sha256: string, bytes: Uint8Array): Promise<void>
  /**
   * Applies a person's changes atomically; an agent's changes are part of the `LogBatch` of its call. Throws
   * ProblemError `conversation.not-found`, and the problems of `planWorkspace`.
   */
  change(
    viewer: UserId,
    id: ConversationId,
    request: { readonly changes: readonly WorkspaceChange[]; readonly now: Timestamp },
  ): Promise<void>
}
