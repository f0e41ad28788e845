import type { TenantId, Timestamp } from '../base/ids.ts'

/** A blob that was stored again within so long (milliseconds) counts as stored when it was before. */
export const storedPrecision = 10 * 60_000

export interface StoredBlob {
  readonly sha256: string
  /** When it was stored last, within {@link storedPrecision}, by the clock of where it is. */
  readonly storedAt: Timestamp
}

/**
 * Bytes under their own hash, tenant by tenant: a hash another tenant has stored tells nothing and gives
 * nothing, so that nobody can ask which contents exist elsewhere.
 */
export interface BlobStore {
  /** Durable when it returns. Storing the same bytes again changes nothing but when they were stored. */
  put(tenantId: TenantId, sha256: string, bytes: Uint8Array): Promise<void>
  /** Null when this tenant never stored it. Throws ProblemError `store.blob-corrupt` when the bytes changed since. */
  get(tenantId: TenantId, sha256: string): Promise<Uint8Array | null>
  /** The tenant's, in order of hash, those behind `after`. */
  list(
    tenantId: TenantId,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly StoredBlob[]>
  /** Null when it is not there. */
  storedAt(tenantId: TenantId, sha256: string): Promise<Timestamp | null>
  /** For good. Nothing happens where it is not there. */
  remove(tenantId: TenantId, sha256: string): Promise<void>
}
