import type { ProviderKind } from '@repertoire/core/domain'
import { addProvider } from '@repertoire/core/keep'
import { afterEach, describe, expect, it } from 'vitest'
import { randomIds } from '../../platform/system/system-ports.ts'
import { createDirectEngine } from '../engines/direct/direct-engine.ts'
import { createEngineWorld, principal, tenantId } from '../engines/testing/engine-world.ts'
import { createDemoModel } from './demo/demo-model.ts'
import { createOrganisationModels } from './organisation-models.ts'
import { createProviderKeys } from './provider-keys.ts'
import { createProviderNetwork, reachableOllama } from './provider-network.ts'
import { type ProviderDouble, startProviderDouble, textAnswer } from './testing/provider-double.ts'

const secret = 'sk-live-9f8e7d6c5b4a39281706f5e4d3c24f2a'
const prices = { input: 1, cachedInput: null, output: 2 }

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function organisation(double: ProviderDouble, kind: ProviderKind) {
  const world = await createEngineWorld()
  const demo = createDemoModel()
  const keys = createProviderKeys(async () => new Uint8Array(32).fill(3))
  const models = createOrganisationModels({
    ...{ store: world.store, keys, server: { default: demo, byId: new Map([['demo', demo]]) } },
    network: createProviderNetwork({ outboundAllow: [double.host], version: 'test' }),
  })
  const store = world.store.tenant(tenantId)
  const deps = { store, ids: randomIds, clock: { now: () => 1 } }
  const provider = await addProvider(
    deps,
    { principal, traceId: '0'.repeat(32) },
    {
      ...{ name: 'Ours', kind, baseUrl: `${double.url}/v1` },
      key: { encrypted: await keys.encrypt(tenantId, secret), ending: '4f2a', setAt: 1 },
      models: [{ name: 'large', contextTokens: 50_000, prices }],
    },
  )
  const { settings } = await store.settings.get()
  await store.settings.put({ ...settings, defaultModelId: `${provider.id}/large` })
  const engine = createDirectEngine({ ...world.optionsFor(demo), modelsOf: models.of })
  await engine.start()
  closers.push(engine.stop, models.close)
  return { world, engine, store }
}

describe('a turn with a model of the organisation', () => {
  it.each<[ProviderKind, string]>([
    ['openai-compatible', '/v1/chat/completions'],
    ['mistral', '/v1/chat/completions'],
    ['anthropic', '/v1/messages'],
  ])('%s answers it, at its address, with its key', async (kind, path) => {
    const double = await startProviderDouble()
    closers.push(double.stop)
    double.answerWith(textAnswer('Hello from the provider.'))
    const { world, engine, store } = await organisation(double, kind)
    expect(await engine.contextTokensOf(tenantId, null)).toBe(50_000)
    const conversationId = await world.conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'Hello' })
    const ended = await engine.waitForRun({ principal, runId })
    expect(ended).toMatchObject({ status: 'completed', problem: null })
    const log = JSON.stringify(await world.eventsOf(conversationId))
    expect(log).toContain('Hello from the provider.')
    const events = await world.eventsOf(conversationId)
    const answers = events.filter(({ type }) => type === 'step-completed')
    // 12 tokens in and 3 out.
    expect(answers).toMatchObject([{ costNanos: 18_000 }])
    const [call] = double.calls
    expect(call).toMatchObject({ path, body: { model: 'large' } })
    const { authorization, 'x-api-key': anthropicKey } = call?.headers ?? {}
    expect(anthropicKey ?? authorization).toBe(kind === 'anthropic' ? secret : `Bearer ${secret}`)
    const kept = [log, await store.audit.list({}, { limit: 50 }), await store.modelProviders.list()]
    expect(JSON.stringify(kept)).not.toContain(secret)
  })
})

describe('Ollama beside the server', () => {
  it('is reached where only this machine reaches the server', () => {
    expect(reachableOllama('127.0.0.1')).toEqual(['127.0.0.1:11434'])
    expect(reachableOllama('0.0.0.0')).toEqual([])
  })
})
