import type { TenantStore } from '../ports/store.ts'
import { tenantNotFound } from '../ports/store-problems.ts'

/** A tenant that does not exist reads as empty and takes no writes. */
export function refuseWrites(store: TenantStore): TenantStore {
  const refuse = async (): Promise<never> => {
    throw tenantNotFound(store.tenantId)
  }
  return {
    ...store,
    skills: { ...store.skills, save: refuse },
    conversations: { ...store.conversations, create: refuse },
    settings: { ...store.settings, put: refuse },
    members: { ...store.members, create: refuse },
    audit: { ...store.audit, append: refuse },
  }
}
