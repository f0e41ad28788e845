import type { MemberOfTenant } from '@repertoire/core/ports'
import type { Me } from '@repertoire/protocol'
import type { Application } from '../base/application.ts'
import { toMemberBody } from '../wire/organisation.ts'

/** Who is logged in, as the page needs it. */
export async function describeLogin(
  app: Application,
  { tenantId, member }: MemberOfTenant,
  permissions: Me['permissions'] | readonly Me['permissions'][number][],
): Promise<Me> {
  const tenants = await app.store.directory.tenants()
  const { label, demo } = (await app.models.of(tenantId)).default
  const name = tenants.find((tenant) => tenant.id === tenantId)?.name ?? ''
  return {
    organisation: { id: tenantId, name },
    member: toMemberBody(member),
    permissions: [...permissions],
    model: { label, demo },
    version: app.version,
  }
}
