import { expect, it } from 'vitest'
import { matchLabels } from './match-labels.ts'

it('A3: says each word once, with every field it was found in, the weightiest first', () => {
  expect(
    matchLabels([
      { term: 'slow', word: 'slow', field: 'body', impact: 1 },
      { term: 'postgr', word: 'postgres', field: 'name', impact: 4 },
      { term: 'postgr', word: 'postgres', field: 'when_to_use', impact: 2 },
    ]),
  ).toEqual(['postgres in name, when to use', 'slow in text'])
})

it('says which word was found by its meaning, or that all of it was', () => {
  const latency = { term: 'latenc', word: 'slow', field: 'meaning', impact: 1 } as const
  expect(matchLabels([latency])).toEqual(['slow by meaning'])
  expect(matchLabels([{ ...latency, term: '', word: '' }])).toEqual(['similar meaning'])
})
