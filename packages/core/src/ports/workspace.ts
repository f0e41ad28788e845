import type { ConversationId, SkillId, Timestamp, UserId } from '../base/ids.ts'

/** A file of a conversation's own folder. */
export interface WorkspaceFile {
  /** Relative, `/`-separated, as `pathFault` of skill-md allows. */
  readonly path: string
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Whose script wrote it (C9); null for a person's or an agent's. */
  readonly skillId: SkillId | null
  readonly updatedAt: Timestamp
}

/** What is done to the folder: a file as it will be, or one that goes. */
export type WorkspaceChange = (
  | { readonly path: string; readonly sha256: string; readonly size: number }
  | { readonly path: string; readonly removed: true }
) & {
  /** What the file must still be (SHA-256), null: not there. Left out when that does not matter. */
  readonly expectedSha256?: string | null
  /** Whose script writes it; nobody's when left out. */
  readonly skillId?: SkillId
}

/**
 * The folder of one conversation, which its agent reads and writes. It is rows over blobs, so there is no
 * path that leads out of it and no link in it. Nobody but the conversation's person sees it.
 */
export interface WorkspaceStore {
  /** By path. Empty for a conversation that is not the viewer's. */
  list(viewer: UserId, id: ConversationId): Promise<readonly WorkspaceFile[]>
  /**
   * Null when absent, or not the viewer's. Throws ProblemError `store.blob-corrupt` or `store.blob-missing`
   * when what was kept is no longer there as it was.
   */
  read(viewer: UserId, id: ConversationId, path: string): Promise<Uint8Array | null>
  /** Makes bytes durable under their hash, so that a {@link WorkspaceChange} may name them. */
  storeBlob(sha256: string, bytes: Uint8Array): Promise<void>
  /**
   * A person's own changes, all or none; an agent's go into the `LogBatch` of its call. Throws
   * ProblemError `conversation.not-found`, and what `planWorkspace` throws.
   */
  change(
    viewer: UserId,
    id: ConversationId,
    request: { readonly changes: readonly WorkspaceChange[]; readonly now: Timestamp },
  ): Promise<void>
}
