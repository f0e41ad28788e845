import { expect, it } from 'vitest'
import { wordVectorsNote } from './word-vectors-note.ts'

const hit = (embedding?: 'used' | 'unavailable') => ({
  match: {
    score: 1,
    reasons: [
      { term: 'slow', word: 'slow', field: 'body', impact: 2 } as const,
      { term: '', word: '', field: 'meaning', impact: 1, ...(embedding && { embedding }) } as const,
    ],
  },
})

it('says that word vectors were used where the embedding model did not answer, and nothing otherwise', () => {
  expect(wordVectorsNote([{}, hit('unavailable')])).toMatch(
    /^Word vectors were used instead.*log.*REPERTOIRE_EMBEDDINGS_WAIT_MS/,
  )
  expect(wordVectorsNote([hit('used')])).toBeNull()
  expect(wordVectorsNote([{}, hit()])).toBeNull()
  expect(wordVectorsNote([])).toBeNull()
})
