import { knownAddress } from '../../identity/audit/access-audit.ts'
import type { Application } from '../base/application.ts'
import type { TakenCollection } from './find-taken-collection.ts'

/** The page says to the minute when a client was there. */
const seenPrecisionMs = 60_000

export interface Delivery {
  /** How the client took it. */
  readonly via: 'git' | 'well-known'
  readonly address: string
  readonly traceId: string
  /** What was given out; names and digests only. */
  readonly details: Readonly<Record<string, string | number>>
}

/** Notes that a kind of client was here. */
export async function recordSeen(
  { store, clock }: Pick<Application, 'store' | 'clock'>,
  { tenantId, collection }: Pick<TakenCollection, 'tenantId' | 'collection'>,
  via: Delivery['via'],
): Promise<void> {
  const now = clock.now()
  if (now - (collection.seen[via] ?? 0) < seenPrecisionMs) return
  await store.tenant(tenantId).collections.recordSeen(collection.id, via, now)
}

/** Skills that leave the server are in the audit log, as exports are. */
export async function recordTaken(
  { store, clock, ids }: Pick<Application, 'store' | 'clock' | 'ids'>,
  { tenantId, collection: { id, slug }, label, caller }: TakenCollection,
  { via, address, traceId, details }: Delivery,
): Promise<void> {
  await store.tenant(tenantId).audit.append([
    {
      ...{ id: ids.next('aud'), at: clock.now(), action: 'collection-taken', target: id, traceId },
      // The token of a collection is nobody's.
      actor: caller?.principal.userId ?? null,
      credentialId: caller?.principal.credential?.id ?? null,
      address: knownAddress(address),
      details: { slug, label, via, ...details },
    },
  ])
}
