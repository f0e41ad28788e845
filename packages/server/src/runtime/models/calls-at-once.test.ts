import type { ServerResponse } from 'node:http'
import { isProblemError } from '@repertoire/core/base'
import type { Model } from '@repertoire/core/ports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAnthropicModel } from './anthropic.ts'
import { createOpenAiCompatibleModel } from './openai-compatible.ts'
import { type ProviderDouble, startProviderDouble } from './testing/provider-double.ts'

let provider: ProviderDouble
beforeAll(async () => {
  provider = await startProviderDouble()
})
afterAll(() => provider.stop())

async function codeOf(model: Model): Promise<string> {
  const messages = [{ role: 'user', text: 'Hello' }] as const
  try {
    await model.step(
      { system: ['Be kind.'], stableBlocks: 1, messages, tools: [] },
      () => undefined,
    )
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
  return 'answered'
}

it.each([
  [
    'OpenAI-compatible',
    (baseUrl: string) => createOpenAiCompatibleModel({ apiKey: 'k', model: 'm', baseUrl }),
  ],
  ['Anthropic', (baseUrl: string) => createAnthropicModel({ apiKey: 'k', model: 'm', baseUrl })],
] as const)('one model keeps apart what two calls at once meet (%s)', async (_, connect) => {
  const model = connect(`${provider.url}/v1`)
  let cut: ServerResponse | undefined
  const begun = new Promise<void>((resolve) => {
    provider.answerWith((response) => {
      cut = response
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      resolve()
    })
  })
  const first = codeOf(model)
  await begun
  provider.answerWith((response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
    response.once('close', () => cut?.destroy())
  })
  expect([await codeOf(model), await first]).toEqual(['model.unauthorised', 'model.stream-cut'])
})
