import { expect, it } from 'vitest'
import {
  addressProblem,
  createBody,
  emptyModel,
  newProviderDraft,
  problemAtField,
  updateBody,
} from './provider-draft.ts'

const draft = {
  ...newProviderDraft,
  ...{ name: ' Gateway ', address: 'https://gateway.example/v1' },
  models: [{ ...emptyModel, name: 'large', output: '10' }, emptyModel],
}

it('an empty price is unknown and never 0; a row without a name is no model', () => {
  expect(createBody(draft).models).toEqual([
    {
      ...{ name: 'large', context_tokens: null },
      prices: { input: null, cached_input: null, output: 10 },
    },
  ])
})

it('a key that was not typed is not sent, so the stored one stays', () => {
  expect(updateBody(draft)).not.toHaveProperty('key')
  expect(updateBody({ ...draft, key: 'sk-new-key' })).toMatchObject({ key: 'sk-new-key' })
})

it.each(['gateway.example/v1', 'not an address', 'javascript:alert(1)', ''])(
  'asks for the whole address instead of %j',
  (address) => {
    expect(addressProblem({ ...draft, address })).toMatch(/whole address/)
  },
)

it('takes a whole address, and none where the provider has its own', () => {
  expect(addressProblem(draft)).toBeUndefined()
  expect(addressProblem({ ...draft, kind: 'anthropic', address: '' })).toBeUndefined()
})

it('says at its field what the server refused of it', () => {
  const refusal = (field: string) => ({
    problem: { code: 'provider.invalid', message: 'No.', hint: 'Mend it.', details: { field } },
  })
  expect(problemAtField(refusal('name'))).toEqual({ name: 'No. Mend it.' })
  expect(problemAtField(refusal('base_url'))).toEqual({ address: 'No. Mend it.' })
  expect(problemAtField(refusal('models'))).toEqual({})
  expect(problemAtField(null)).toEqual({})
})
