import { isProblemError } from '@repertoire/core/base'
import { createScriptedModel } from '@repertoire/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRepertoire, type Repertoire } from './create-repertoire.ts'

const codeOf = async (call: () => Promise<unknown>) => {
  const error = await call().catch((thrown: unknown) => thrown)
  return isProblemError(error) ? `${error.problem.code} ${error.message}` : error
}

describe('a repertoire that is used wrongly', () => {
  const log = { level: 'silent' } as const
  let repertoire: Repertoire
  beforeAll(async () => {
    repertoire = await createRepertoire({ model: createScriptedModel(() => ({})), log })
  })
  afterAll(() => repertoire.close())

  const ask = (...given: unknown[]) =>
    Array.fromAsync(repertoire.ask(...(given as Parameters<Repertoire['ask']>)))

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a number is asked', () => ask(5), /^embedding\.invalid-argument .*text: /],
    ['nothing is asked', () => ask(' '), /text: /],
    ['a conversation is no name', () => ask('Hi.', { conversation: 5 }), /options\.conversation: /],
    ['an option is unknown', () => ask('Hi.', { session: 'x' }), /options: .*"session"/],
    ['a signal is none', () => ask('Hi.', { signal: {} }), /options\.signal: has to be the signal/],
    [
      'a turn of no name is resumed',
      () => Array.fromAsync(repertoire.resume('')),
      /conversation: /,
    ],
    ['a turn of no name is cancelled', () => repertoire.cancel(5 as never), /conversation: /],
    ['a person has no id', () => repertoire.as({} as never), /person\.userId: /],
    ['a question is none', () => repertoire.answer({} as never, true), /approval_required/],
  ])('says so with a code when %s', async (_what, call, expected) => {
    expect(await codeOf(call)).toMatch(expected)
  })

  it('says so with a code after it is closed, and may be closed twice', async () => {
    const closed = await createRepertoire({ model: createScriptedModel(() => ({})), log })
    await closed.close()
    await closed.close()
    for (const call of [
      () => Array.fromAsync(closed.ask('Hi.')),
      () => Array.fromAsync(closed.resume('chat')),
      () => closed.cancel('chat'),
      () => closed.as({ userId: 'ada', name: 'Ada' }),
      () => closed.answer({} as never, true),
    ]) {
      expect(await codeOf(call)).toMatch(/^embedding\.closed /)
    }
  })
})
