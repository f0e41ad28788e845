import {
  type CheckpointSigner,
  nextCheckpoint,
  type VerifySignature,
} from '../../domain/audit-checkpoint.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface RetentionDeps {
  readonly store: Pick<TenantStore, 'audit' | 'tenantId'>
  readonly clock: Clock
  readonly ids: IdSource
  /** Null where the server has no key to sign with. */
  readonly signer: CheckpointSigner | null
  readonly verifySignature: VerifySignature
}

/**
 * Removes the entries of the audit log that are older than `days`, and records how many. A signed checkpoint stays in
 * their place, so the rest can still be verified. Returns how many were removed.
 */
export function removeOldAuditEntries(
  { store, clock, ids, signer, verifySignature }: RetentionDeps,
  { days }: { readonly days: number },
): Promise<number> {
  const at = clock.now()
  const publicKey = signer?.publicKey ?? null
  const trust = { organisation: store.tenantId, publicKey, verifySignature }
  return store.audit.removeBefore(at - days * dayMs, (removed) => ({
    checkpoint: nextCheckpoint({ ...removed, at, days }, trust, signer),
    entry: {
      ...{ id: ids.next('aud'), at, actor: null, traceId: null },
      ...{ action: 'audit-removed', target: 'audit' },
      details: {
        ...{ count: removed.count, days },
        ...{ last_seq: removed.last.seq, last_hash: removed.last.hash },
      },
    },
  }))
}
