import type { TenantId, UserId } from '@repertoire/core/base'
import { type OrganisationSettings, rolePermissions } from '@repertoire/core/domain'
import type { Embedded } from '../embedding/open-embedded.ts'
import { randomIds, systemClock } from '../platform/system/system-ports.ts'

/**
 * An organisation with one person, for one trial. The server is the same for all trials of a test: what keeps them apart
 * is what keeps organisations apart. `close` removes it with all its data.
 */
export async function openTrialOrganisation(
  { services }: Pick<Embedded, 'services'>,
  wanted: Partial<OrganisationSettings> | undefined,
): Promise<Embedded> {
  const { directory } = services.store
  const tenantId = randomIds.next('ten') as TenantId
  const userId = randomIds.next('usr') as UserId
  const createdAt = systemClock.now()
  await directory.createTenant({ id: tenantId, name: 'Trial', createdAt })
  const tenant = services.store.tenant(tenantId)
  const joined = { createdAt, joinedAt: createdAt }
  await tenant.members.create({ id: userId, name: 'Trial', role: 'owner', ...joined })
  if (wanted) {
    const { settings, version } = await tenant.settings.get()
    await tenant.settings.put({ ...settings, ...wanted }, version)
  }
  return {
    services,
    principal: { tenantId, userId, role: 'owner', permissions: rolePermissions('owner') },
    isClosed: () => false,
    close: async () => {
      await directory.deleteTenant(tenantId, systemClock.now())
      await directory.purgeTenant(tenantId)
    },
  }
}
