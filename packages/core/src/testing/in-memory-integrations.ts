import { slugKey } from '../domain/slug.ts'
import type { IntegrationEntry, IntegrationStore } from '../ports/integrations.ts'
import type { InMemoryTenant } from './in-memory-state.ts'
import { compareText } from './in-memory-state.ts'

export function createInMemoryIntegrations({ integrations }: InMemoryTenant): IntegrationStore {
  const all = (): IntegrationEntry[] => [...integrations.values()].sort(compareEntries)
  return {
    list: async (viewer) =>
      all().filter(({ scope }) => scope.kind === 'org' || scope.userId === viewer),
    get: async (domain, scope) => integrations.get(slugKey(scope, domain)) ?? null,
    put: async (entry) => {
      const key = slugKey(entry.scope, entry.domain)
      integrations.set(key, { ...entry, id: integrations.get(key)?.id ?? entry.id })
    },
    remove: async (domain, scope) => integrations.delete(slugKey(scope, domain)),
    all: async () => all(),
  }
}

function compareEntries(a: IntegrationEntry, b: IntegrationEntry): number {
  const owner = ({ scope }: IntegrationEntry) => (scope.kind === 'org' ? '' : scope.userId)
  return compareText(a.domain, b.domain) || compareText(owner(a), owner(b))
}
