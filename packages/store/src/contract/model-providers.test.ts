import type { TenantId } from '@repertoire/core/base'
import type { ModelProvider } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { ann, forEveryStore } from './store-fixture.ts'

const provider: ModelProvider = {
  ...{ id: 'gateway', name: 'Gateway', kind: 'openai-compatible', lastTest: null },
  baseUrl: 'https://gateway.example/v1',
  key: { encrypted: 'c2VhbGVk', ending: '4f2a', setAt: 3 },
  models: [
    {
      name: 'large',
      contextTokens: 200_000,
      prices: { input: 2.5, cachedInput: null, output: 10 },
    },
  ],
  ...{ createdBy: ann, createdAt: 1, updatedAt: 2, version: 1 },
}

forEveryStore('model providers', (fixture) => {
  test('a provider reads back complete, with unknown prices as null, by name among others', async () => {
    const { modelProviders } = await fixture.tenant()
    const local: ModelProvider = {
      ...provider,
      id: 'local',
      name: 'Alone',
      key: null,
      baseUrl: null,
    }
    await modelProviders.create(provider)
    await modelProviders.create(local)
    expect(await modelProviders.list()).toEqual([local, provider])
    expect(await modelProviders.get('gateway')).toEqual(provider)
    expect(await rejection(modelProviders.create(provider))).toBe('provider.exists')
    const unknown = fixture.store.tenant('org_none' as TenantId)
    expect(await rejection(unknown.modelProviders.create(provider))).toBe('tenant.not-found')
  })

  test('of two changes of one version one is stored; a test changes no version', async () => {
    const { modelProviders } = await fixture.tenant()
    await modelProviders.create(provider)
    const tested = { at: 9, code: 'model.unauthorised', message: 'Refused.', hint: null }
    expect(await modelProviders.recordTest('gateway', tested)).toBe(true)
    expect(await modelProviders.get('gateway')).toEqual({ ...provider, lastTest: tested })
    const changed = { ...provider, name: 'Other', key: null, version: 2 }
    await modelProviders.update(changed, 1)
    expect(await rejection(modelProviders.update(changed, 1))).toBe('provider.stale')
    expect(await modelProviders.get('gateway')).toEqual(changed)
    expect(await modelProviders.remove('gateway')).toBe(true)
    expect(await modelProviders.remove('gateway')).toBe(false)
    expect(await modelProviders.recordTest('gateway', tested)).toBe(false)
    expect(await rejection(modelProviders.update(changed, 2))).toBe('provider.not-found')
  })
})
