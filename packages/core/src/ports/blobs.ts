import type { TenantId, Timestamp } from '../base/ids.ts'

/** In milliseconds. Storing a blob again within this time keeps its `storedAt`. */
export const storedPrecision = 10 * 60_000

export interface StoredBlob {
  readonly sha256: string
  /** The last store, with the precision {@link storedPrecision}, by the clock of the blob storage. */
  readonly storedAt: Timestamp
}

export interface NewBlob {
  readonly sha256: string
  readonly bytes: Uint8Array
}

/**
 * Content-addressed bytes, separated by tenant: a hash stored by another tenant is absent, so that nobody can
 * test which contents exist elsewhere.
 */
export interface BlobStore {
  /** Durable when it resolves. Idempotent, except for `storedAt`. */
  put(tenantId: TenantId, sha256: string, bytes: Uint8Array): Promise<void>
  /** Like `put` of each, in less time. They have different hashes. */
  putAll(tenantId: TenantId, blobs: readonly NewBlob[]): Promise<void>
  /** Null when this tenant never stored it. Throws ProblemError `store.blob-corrupt` when the bytes changed since. */
  get(tenantId: TenantId, sha256: string): Promise<Uint8Array | null>
  /** Ordered by hash, starting behind `after`. */
  list(
    tenantId: TenantId,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly StoredBlob[]>
  /** Null when it is absent. */
  storedAt(tenantId: TenantId, sha256: string): Promise<Timestamp | null>
  /** Deletes it permanently; idempotent. */
  remove(tenantId: TenantId, sha256: string): Promise<void>
}
