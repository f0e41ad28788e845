import type { Timestamp } from '../base/ids.ts'
import type { StoredBlob } from './blobs.ts'

/**
 * What is done about bytes that no row names. They are removed in two steps, some time apart: condemned, then
 * removed. Whoever stores a blob spares it first, and waits for a removal that is under way, so what is stored
 * stays for whoever is about to name it.
 */
export interface BlobGarbageCollection {
  /** In order of hash, those behind `after`. */
  stored(page: {
    readonly after: string | null
    readonly limit: number
  }): Promise<readonly StoredBlob[]>
  /** Null when it is not there. */
  storedAt(sha256: string): Promise<Timestamp | null>
  /** Those of these that no row names. */
  unreferenced(hashes: readonly string[]): Promise<readonly string[]>
  /** Those that are condemned already stay so since then; returns how many were not. */
  condemn(hashes: readonly string[], at: Timestamp): Promise<number>
  /** Condemned by then, in order of hash, those behind `after`. */
  condemned(
    by: Timestamp,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly string[]>
  spare(hashes: readonly string[]): Promise<void>
  /** False when it was spared meanwhile, or a conversation's folder names it. */
  removeCondemned(sha256: string): Promise<boolean>
}
