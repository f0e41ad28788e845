import { ProblemError } from '../base/errors.ts'
import type { TenantId } from '../base/ids.ts'

/** Throws ProblemError `store.bad-blob-address`, so that no address can escape the tenant's prefix. */
export function checkBlobAddress(tenantId: TenantId, sha256: string): void {
  if (/^[A-Za-z0-9_-]{1,128}$/.test(tenantId) && /^[0-9a-f]{64}$/.test(sha256)) return
  throw new ProblemError({
    code: 'store.bad-blob-address',
    kind: 'invalid',
    message: 'A file is addressed by 64 lower-case hex digits.',
    details: { sha256 },
  })
}
