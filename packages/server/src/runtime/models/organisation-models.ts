import type { TenantId } from '@repertoire/core/base'
import {
  environmentProviderId,
  type ModelProvider,
  modelIdOf,
  ollamaAddress,
  type ProviderTest,
} from '@repertoire/core/domain'
import { providerNotFound } from '@repertoire/core/keep'
import type { Model, Store } from '@repertoire/core/ports'
import { z } from 'zod'
import type { ProviderKeys } from './provider-keys.ts'
import type { ProviderNetwork } from './provider-network.ts'
import type { Models } from './select-model.ts'
import { createStoredModel } from './stored-model.ts'
import { type TestPorts, testModel } from './test-model.ts'

const maxFindMs = 1_500
const maxFound = 100
const tagsSchema = z.object({ models: z.array(z.object({ name: z.string().min(1).max(200) })) })

export interface OrganisationModelsOptions {
  readonly store: Pick<Store, 'tenant'>
  /** From the environment, or the demo model. */
  readonly server: Models
  readonly keys: ProviderKeys
  readonly network: ProviderNetwork
}

/** The models of an organisation: the server's own, and those of its providers. */
export interface OrganisationModels {
  readonly server: Models
  readonly keys: ProviderKeys
  /** The default first. A default that is gone is the server's. */
  of(tenantId: TenantId): Promise<Models>
  /** Tests one model of a provider, or of the environment. Throws ProblemError `provider.not-found`. */
  test(tenantId: TenantId, asked: TestedModel, ports: TestPorts): Promise<ProviderTest>
  /** The models of Ollama on this machine; null when none answers. */
  findOllama(): Promise<readonly string[] | null>
  close(): Promise<void>
}

export interface TestedModel {
  readonly providerId: string
  /** The first one when undefined. */
  readonly model: string | undefined
}

export function createOrganisationModels(options: OrganisationModelsOptions): OrganisationModels {
  const { store, server, keys, network } = options
  const connection = { fetch: network.fetch, mendedIn: 'settings' } as const
  const modelsOf = (tenantId: TenantId, provider: ModelProvider) => {
    const readKey = () => keys.decrypt(tenantId, provider)
    return provider.models.map(
      (model) =>
        [
          modelIdOf(provider, model),
          createStoredModel(provider, model, { connection, readKey }),
        ] as const,
    )
  }
  return {
    server,
    keys,
    of: async (tenantId) => {
      const { modelProviders, settings: stored } = store.tenant(tenantId)
      const providers = await modelProviders.list()
      if (providers.length === 0) return server
      const { settings } = await stored.get()
      const provided = providers.flatMap((provider) => modelsOf(tenantId, provider))
      // The environment's come last, so that an operator's model keeps its id.
      const byId = new Map<string, Model>([...provided, ...server.byId])
      const usual = (settings.defaultModelId && byId.get(settings.defaultModelId)) || server.default
      const ordered = [...byId].sort(([, a], [, b]) => Number(b === usual) - Number(a === usual))
      return { default: usual, byId: new Map(ordered) }
    },
    test: async (tenantId, { providerId, model: name }, ports) => {
      if (providerId === environmentProviderId) {
        const model = name === undefined ? server.default : server.byId.get(name)
        if (!model || model.demo) throw providerNotFound(providerId)
        return testModel(model, ports)
      }
      const { modelProviders } = store.tenant(tenantId)
      const provider = await modelProviders.get(providerId)
      if (!provider) throw providerNotFound(providerId)
      const named = provider.models.find((one) => name === undefined || one.name === name)
      if (!named) throw providerNotFound(providerId)
      const readKey = () => keys.decrypt(tenantId, provider)
      const result = await testModel(
        createStoredModel(provider, named, { connection, readKey }),
        ports,
      )
      await modelProviders.recordTest(provider.id, result)
      return result
    },
    findOllama: async () => {
      try {
        const signal = AbortSignal.timeout(maxFindMs)
        const response = await network.fetch(`${ollamaAddress}/api/tags`, { signal })
        if (!response.ok) return null
        const { models } = tagsSchema.parse(await response.json())
        return models.map(({ name }) => name).slice(0, maxFound)
      } catch {
        return null
      }
    },
    close: network.close,
  }
}
