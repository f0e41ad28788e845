import type { TenantId, TraceId } from '@repertoire/core/base'
import { auditedBy, type Principal } from '@repertoire/core/domain'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import { publicIdOf } from '../credentials/api-key-format.ts'
import { createRepeatedEntries } from './repeated-entries.ts'

const minute = 60_000
/** Anybody can cause a refusal. */
const refusals = { windowMs: 10 * minute, maxSubjects: 200 }
/** Only a key that is right is used. */
const keyUses = { windowMs: 24 * 60 * minute, maxSubjects: 10_000 }

export interface AccessAuditDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly onError: (error: unknown) => void
}

export interface FailedSignIn {
  readonly action: 'key-refused' | 'session-refused'
  /** The attempted key, of which only a public id is recorded; null for a login link. */
  readonly key: string | null
  readonly address: string
  readonly traceId: TraceId
  /** Code of the problem. */
  readonly reason: string
}

export interface DeniedAccess {
  /** `post /api/v1/keys`. */
  readonly route: string
  readonly traceId: TraceId
  readonly reason: string
  readonly permission: string | null
}

interface AuditedCaller {
  readonly principal: Principal
  readonly credential: { readonly kind: 'key' | 'session' }
}

/** What only happens to credentials, for the audit log, bounded against repetition. */
export interface AccessAudit {
  /** The first use of a key from an address within a day. */
  keyUsed(caller: AuditedCaller, traceId: TraceId): Promise<void>
  /** In the organisation of the key if its public id is known, otherwise in that of the operator. */
  signInRefused(refused: FailedSignIn): Promise<void>
  accessRefused(caller: AuditedCaller, refused: DeniedAccess): Promise<void>
  flush(options?: { readonly all: boolean }): Promise<void>
}

export function createAccessAudit({ store, clock, ids, onError }: AccessAuditDeps): AccessAudit {
  const repeated = createRepeatedEntries({
    clock,
    append: (tenantId, entry) =>
      store.tenant(tenantId).audit.append([{ id: ids.next('aud'), ...entry }]),
    onError,
  })
  const operator = operatorTenant({ store, clock })
  return {
    keyUsed: async ({ principal, credential }, traceId) => {
      const { tenantId, credential: key } = principal
      if (credential.kind !== 'key' || !key) return
      const subject = `${key.id} ${key.address ?? ''}`
      await repeated.record(
        { tenantId, subject, ...keyUses },
        {
          ...{ ...auditedBy(principal), action: 'key-used', target: key.id, traceId },
          details: key.name === undefined ? {} : { name: key.name },
        },
      )
    },
    accessRefused: ({ principal }, { route, traceId, reason, permission }) =>
      repeated.record(
        {
          tenantId: principal.tenantId,
          subject: `${principal.credential?.id ?? ''} ${route} ${reason}`,
          ...refusals,
        },
        {
          ...{ ...auditedBy(principal), action: 'access-refused', target: route, traceId },
          details: { reason, role: principal.role, ...(permission !== null && { permission }) },
        },
      ),
    signInRefused: async ({ action, key, address, traceId, reason }) => {
      try {
        const publicId = key === null ? null : publicIdOf(key)
        const owner = publicId === null ? null : await store.directory.ownerOfPublicKey(publicId)
        const tenantId = owner?.tenantId ?? (await operator())
        if (tenantId === undefined) return
        // A made-up public id is free to choose, so it does not make an occasion of its own.
        const subject = `${owner?.keyId ?? ''} ${address} ${reason}`
        await repeated.record(
          { tenantId, subject, ...refusals },
          {
            ...{ actor: null, address: knownAddress(address), action, traceId },
            target: owner?.keyId ?? 'unknown',
            details: { reason, with: key === null ? 'login link' : 'key', public_id: publicId },
          },
        )
      } catch (error) {
        onError(error)
      }
    },
    flush: (options) => repeated.flush(options),
  }
}

/** The organisation whose owner gets the printed login link; looked up once a minute, since anybody can ask. */
function operatorTenant({ store, clock }: Pick<AccessAuditDeps, 'store' | 'clock'>) {
  let known: { readonly id: TenantId; readonly at: number } | undefined
  return async (): Promise<TenantId | undefined> => {
    if (known && clock.now() - known.at < minute) return known.id
    const id = (await store.directory.tenants())[0]?.id
    known = id && { id, at: clock.now() }
    return id
  }
}

/** Null where there is no socket. */
export function knownAddress(address: string): string | null {
  return address === 'unknown' ? null : address
}
