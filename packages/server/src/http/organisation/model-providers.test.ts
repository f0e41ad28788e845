import type {
  ModelList,
  ModelProviderBody,
  ModelProviderList,
  ModelProviderTest,
  ProblemBody,
} from '@repertoire/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import {
  errorAnswer,
  type ProviderAnswer,
  type ProviderDouble,
  startProviderDouble,
} from '../../runtime/models/testing/provider-double.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const base = '/api/v1/model-providers'
const secret = 'sk-live-9f8e7d6c5b4a39281706f5e4d3c24f2a'
const tooLong = 'This model’s maximum context length is 8192 tokens.'
const htmlPage: ProviderAnswer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Login</h1>')
}

let double: ProviderDouble | undefined
afterEach(async () => {
  await double?.stop()
  double = undefined
})

async function withGateway() {
  double = await startProviderDouble()
  const server = await createTestServer({ outboundAllow: [double.host] })
  const body = {
    ...{ name: 'Company gateway', kind: 'openai-compatible', base_url: `${double.url}/v1` },
    ...{ key: secret, models: [{ name: 'large', context_tokens: 200_000 }] },
  }
  const added = await server.call<ModelProviderBody>(base, { body })
  return { server, double, added }
}

const test = (server: TestServer, id = 'company-gateway') =>
  server.call<ModelProviderTest>(`${base}/${id}/test`, { body: {} })

describe('model providers over the API', () => {
  it('an owner adds one; unknown prices are null, and its models can be chosen', async () => {
    const { server, added } = await withGateway()
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      ...{ id: 'company-gateway', source: 'organisation', last_test: null },
      key: { ending: '4f2a' },
      models: [
        {
          ...{ id: 'company-gateway/large', name: 'large', context_tokens: 200_000 },
          prices: { input: null, cached_input: null, output: null },
        },
      ],
    })
    const list = await server.call<ModelProviderList>(base)
    expect(list.body).toMatchObject({ default_model_id: 'demo', demo: true })
    const chosen = { method: 'PUT', body: { default_model_id: 'company-gateway/large' } }
    expect((await server.call('/api/v1/settings', chosen)).status).toBe(200)
    const models = await server.call<ModelList>('/api/v1/models')
    expect(models.body.items[0]).toMatchObject({ id: 'company-gateway/large', usual: true })
    const agent = { name: 'A', model_id: 'company-gateway/large' }
    expect((await server.call('/api/v1/agents', { body: agent })).status).toBe(201)
    expect((await server.call(`${base}/company-gateway`, { method: 'DELETE' })).status).toBe(204)
    const after = await server.call<ModelProviderList>(base)
    expect(after.body).toEqual({ items: [], default_model_id: 'demo', demo: true })
  })

  it('a default that is no model of the organisation is refused', async () => {
    const server = await createTestServer()
    const body = { default_model_id: 'nowhere/large' }
    const answer = await server.call<ProblemBody>('/api/v1/settings', { method: 'PUT', body })
    expect([answer.status, answer.body.code]).toEqual([400, 'settings.model-unknown'])
  })

  it('the key goes to the provider and never leaves the server again', async () => {
    const { server, double, added } = await withGateway()
    const changed = await server.call(`${base}/company-gateway`, {
      ...{ method: 'PUT', body: { name: 'Gateway' } },
    })
    double.answerWith(errorAnswer(401, `Incorrect API key provided: ${secret}`))
    const refused = await test(server)
    expect(double.calls.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`)
    const reads = [base, '/api/v1/settings', '/api/v1/models', '/api/v1/audit', '/api/v1/session']
    const read = await Promise.all(reads.map((path) => server.call(path)))
    const exported = await (await server.request('/api/v1/audit/export')).text()
    const operator = await server.store.tenant(server.tenantId).modelProviders.list()
    const everything = JSON.stringify([added, changed, refused, read, exported, operator])
    expect(everything).toContain('Gateway')
    for (const seen of [everything, server.logged()]) {
      expect(seen).not.toContain(secret)
      expect(seen).not.toContain(Buffer.from(secret).toString('base64'))
    }
  })

  it('the stored key is not sent to another address', async () => {
    const { server } = await withGateway()
    const body = { base_url: 'https://thief.example/v1' }
    const answer = await server.call<ProblemBody>(`${base}/company-gateway`, {
      ...{ method: 'PUT', body },
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'provider.key-needed-again'])
  })

  it('addresses of the inside are not connected to unless the operator opened them', async () => {
    double = await startProviderDouble()
    const server = await createTestServer()
    const local = { ...{ name: 'Local', kind: 'openai-compatible' }, base_url: `${double.url}/v1` }
    await server.call(base, { body: { ...local, models: [{ name: 'm' }] } })
    expect((await test(server, 'local')).body).toMatchObject({ ok: false })
    expect(double.calls).toEqual([])
  })
})

describe('the test of a provider says in words what came back', () => {
  it('an answer, in its time, with what works', async () => {
    const { server, double } = await withGateway()
    const { body } = await test(server)
    expect(body).toMatchObject({ ok: true, code: null })
    expect(body.message).toBe('Answered in 0 ms. Streaming, tools and token counts work.')
    expect(double.calls[0]?.body).toMatchObject({ model: 'large', tools: [{}] })
    const list = await server.call<ModelProviderList>(base)
    expect(list.body.items[0]?.last_test).toEqual(body)
  })

  it.each<[string, ProviderAnswer, string, string]>([
    ['401', errorAnswer(401, 'no'), 'model.unauthorised', '401: the key was refused.'],
    ['429', errorAnswer(429, 'slow down'), 'model.rate-limited', 'takes no more requests'],
    ['an unknown model', errorAnswer(404, 'no such model'), 'model.unknown', 'knows no such model'],
    ['too long a context', errorAnswer(400, tooLong), 'model.context-too-long', 'too long'],
    ['a web page', htmlPage, 'model.not-an-api', 'a web page, not with a model'],
  ])('%s', async (_, answer, code, words) => {
    const { server, double } = await withGateway()
    double.answerWith(answer)
    const { body } = await test(server)
    expect(body).toMatchObject({ ok: false, code })
    expect(body.message).toContain(words)
    expect(body.hint).toContain('Settings → Models')
  })

  it('no answer at all, after its limit', async () => {
    const { server, double } = await withGateway()
    double.answerWith(() => undefined)
    const ports = { now: () => 0, signal: new AbortController().signal, maxMs: 1 }
    const asked = { providerId: 'company-gateway', model: undefined }
    const result = await server.app.models.test(server.tenantId, asked, ports)
    expect(result).toMatchObject({ code: 'model.timeout' })
    expect(result.message).toBe('It did not answer within 0.001 s.')
  })
})
