import type { TenantId } from '../base/ids.ts'
import type { Directory } from '../ports/directory.ts'
import { lastOrganisation, tenantExists, tenantNotFound } from '../ports/store-problems.ts'
import type { InMemoryTenant } from './in-memory-state.ts'
import { compareText } from './in-memory-state.ts'

type Organisations = Pick<
  Directory,
  | 'tenants'
  | 'organisations'
  | 'createTenant'
  | 'renameTenant'
  | 'deleteTenant'
  | 'restoreTenant'
  | 'purgeTenant'
>

/** `tenants` also contains tenants that are not yet created. */
export function createInMemoryOrganisations(
  tenants: Map<TenantId, InMemoryTenant>,
  open: (id: TenantId) => InMemoryTenant,
): Organisations {
  const created = () =>
    [...tenants.values()]
      .toSorted((a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id))
      .flatMap(({ id, name, createdAt, deletedAt }) =>
        name === null ? [] : [{ id, name, createdAt, deletedAt }],
      )
  const active = () => created().filter(({ deletedAt }) => deletedAt === null)
  const requireOne = (id: TenantId, isDeleted: boolean) => {
    const tenant = tenants.get(id)
    if (!tenant || tenant.name === null || (tenant.deletedAt !== null) !== isDeleted) {
      throw tenantNotFound(id)
    }
    return tenant
  }
  return {
    organisations: async () => created(),
    tenants: async () => active().map(({ id, name }) => ({ id, name })),
    createTenant: async ({ id, name, createdAt }) => {
      const tenant = open(id)
      if (tenant.name !== null) throw tenantExists(id)
      tenant.name = name
      tenant.createdAt = createdAt
    },
    renameTenant: async (id, name) => {
      requireOne(id, false).name = name
    },
    deleteTenant: async (id, now) => {
      const tenant = requireOne(id, false)
      if (active().length === 1) throw lastOrganisation(id)
      tenant.deletedAt = now
    },
    restoreTenant: async (id) => {
      requireOne(id, true).deletedAt = null
    },
    purgeTenant: async (id) => {
      requireOne(id, true)
      tenants.delete(id)
    },
  }
}
