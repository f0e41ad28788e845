import type { TenantId } from '../ids.ts'

/**
 * Bytes under their own hash, tenant by tenant: a hash another tenant has stored tells nothing and gives
 * nothing, so that nobody can ask which contents exist elsewhere.
 */
export interface BlobStore {
  /** Durable when it returns. Storing the same bytes again changes nothing. */
  put(tenantId: TenantId, sha256: string, bytes: Uint8Array): Promise<void>
  /** Null when this tenant never stored it. Throws ProblemError `store.blob-corrupt` when the bytes changed since. */
  get(tenantId: TenantId, sha256: string): Promise<Uint8Array | null>
}
