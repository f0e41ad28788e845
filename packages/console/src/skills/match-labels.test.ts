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

it('says which word of the skill means alike, or that all of it does', () => {
  const latency = { term: 'latenc', word: 'slow', field: 'meaning', impact: 1 } as const
  expect(matchLabels([latency])).toEqual(['slow like latenc'])
  expect(matchLabels([{ ...latency, term: '', word: '' }])).toEqual(['what it is about'])
})
