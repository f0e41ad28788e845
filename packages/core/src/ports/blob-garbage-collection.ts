import type { Timestamp } from '../base/ids.ts'
import type { StoredBlob } from './blobs.ts'

/**
 * Removes blobs that no row references, in two phases separated by a grace period: mark, then remove. Every
 * store of a blob spares it first and waits for a running removal, so that it remains until it is referenced.
 */
export interface BlobGarbageCollection {
  /** Ordered by hash, starting behind `after`. */
  stored(page: {
    readonly after: string | null
    readonly limit: number
  }): Promise<readonly StoredBlob[]>
  /** Null when it is absent. */
  storedAt(sha256: string): Promise<Timestamp | null>
  /** The subset that no row references. */
  unreferenced(hashes: readonly string[]): Promise<readonly string[]>
  /** Already marked blobs keep their time; returns the number of newly marked ones. */
  mark(hashes: readonly string[], at: Timestamp): Promise<number>
  /** Blobs marked at `by` or earlier, ordered by hash, starting behind `after`. */
  marked(
    by: Timestamp,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly string[]>
  spare(hashes: readonly string[]): Promise<void>
  /** False when it was spared in the meantime, also when marked again after `by`, or a conversation's folder references it. */
  removeMarked(sha256: string, by: Timestamp): Promise<boolean>
}
