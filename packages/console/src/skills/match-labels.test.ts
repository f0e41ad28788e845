import { expect, it } from 'vitest'
import { matchLabel } from './match-labels.ts'

it('A3: says each word once, with every field it was found in, the weightiest first', () => {
  expect(
    matchLabel([
      { term: 'slow', word: 'slow', field: 'body', impact: 1 },
      { term: 'postgr', word: 'postgres', field: 'name', impact: 4 },
      { term: 'postgr', word: 'postgres', field: 'when_to_use', impact: 2 },
    ]),
  ).toEqual([
    { word: 'postgres', fields: 'name, when to use' },
    { word: 'slow', fields: 'text' },
  ])
})
