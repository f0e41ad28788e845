import { isProblemError } from '@repertoire/core/base'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toModel } from './embedded-model.ts'
import { providerProblem } from './provider-problem.ts'

describe('a model that is given by its name', () => {
  afterEach(() => vi.unstubAllEnvs())
  const request = { system: [], messages: [{ role: 'user', text: 'Hi.' }], tools: [] } as const

  it('says without a key which one is missing, and that nothing was charged', async () => {
    vi.stubEnv('AI_GATEWAY_API_KEY', undefined)
    vi.stubEnv('VERCEL_OIDC_TOKEN', undefined)
    const model = toModel('openai/gpt-5')
    const error = await model.step(request, () => undefined).catch((thrown: unknown) => thrown)
    expect(isProblemError(error) && error.problem).toMatchObject({
      code: 'model.unauthorised',
      hint: expect.stringContaining('AI_GATEWAY_API_KEY'),
    })
  })

  it.each([
    [404, 'model.unknown'],
    [429, 'model.rate-limited'],
    // A provider behind the gateway may have begun.
    [500, 'model.stream-cut'],
  ])('reads status %i of the gateway as %s', (statusCode, code) => {
    const error = Object.assign(new Error('No.'), { name: 'GatewayError', statusCode })
    const wrapped = new Error('wrapped', { cause: error })
    const context = { apiKey: undefined, answered: false, mendedIn: 'environment' } as const
    expect(providerProblem(wrapped, context).problem.code).toBe(code)
  })
})
