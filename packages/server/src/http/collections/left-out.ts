import type { RevisionDigest, TenantId } from '@repertoire/core/base'
import type { CollectionPromotion, LeftOut } from '@repertoire/core/domain'
import type { OfferedCatalogue } from '../../publishing/registry/published-catalogues.ts'
import type { Application } from '../base/application.ts'

/** Says of a promotion what nothing may bring back of it. */
export async function readLeftOut(
  { store }: Pick<Application, 'store'>,
  { byId }: OfferedCatalogue,
  tenantId: TenantId,
): Promise<(promotion: CollectionPromotion) => readonly LeftOut[]> {
  const revocations = await store.tenant(tenantId).reviews.revocations()
  const revoked = new Set<RevisionDigest>(revocations.map(({ digest }) => digest))
  return ({ pinned }) =>
    pinned.flatMap((pin): LeftOut[] => {
      if (revoked.has(pin.digest)) return [{ pin, reason: 'revoked' }]
      return byId.has(pin.skillId) ? [] : [{ pin, reason: 'unavailable' }]
    })
}
