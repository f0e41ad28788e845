import type { HitReasonBody } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { matchLabels, shownLabels } from './match-labels.ts'

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

it('says that an embedding model compared the meaning, also where it is the least of the reasons', () => {
  const byModel = { term: '', word: '', field: 'meaning', impact: 1, embedding: 'used' } as const
  const label = 'similar meaning by the embedding model'
  expect(matchLabels([byModel])).toEqual([label])
  expect(matchLabels([{ ...byModel, embedding: 'unavailable' }])).toEqual(['similar meaning'])
  const words = ['a', 'b', 'c'].map(
    (word) => ({ term: word, word, field: 'body', impact: 2 }) as const,
  )
  expect(shownLabels([...words, byModel])).toEqual(['a in text', 'b in text', label])
  expect(shownLabels(words)).toEqual(['a in text', 'b in text', 'c in text'])
})

it('says last what people did with a skill', () => {
  const reason: HitReasonBody = {
    ...{ term: '', word: '', field: 'quality', impact: 0.1 },
    quality: ['reviewed', 'used-with-success', 'valid'],
  }
  const word = { term: 'slow', word: 'slow', field: 'body', impact: 2 } as const
  expect(matchLabels([reason, word])).toEqual(['slow in text', 'reviewed', 'used with success'])
})
