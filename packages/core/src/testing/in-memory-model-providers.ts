import {
  providerExists,
  providerNotFound,
  providerStale,
} from '../keep/models/provider-problems.ts'
import type { ModelProviderStore } from '../ports/model-providers.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryModelProviders({
  modelProviders,
}: InMemoryTenant): ModelProviderStore {
  return {
    list: async () => [...modelProviders.values()].sort((a, b) => compareText(a.name, b.name)),
    get: async (id) => modelProviders.get(id) ?? null,
    create: async (provider) => {
      if (modelProviders.has(provider.id)) throw providerExists(provider.id)
      modelProviders.set(provider.id, provider)
    },
    update: async (provider, expectedVersion) => {
      const before = modelProviders.get(provider.id)
      if (!before) throw providerNotFound(provider.id)
      if (before.version !== expectedVersion) throw providerStale(provider.id)
      modelProviders.set(provider.id, provider)
    },
    recordTest: async (id, lastTest) => {
      const before = modelProviders.get(id)
      if (before) modelProviders.set(id, { ...before, lastTest })
      return before !== undefined
    },
    remove: async (id) => modelProviders.delete(id),
  }
}
